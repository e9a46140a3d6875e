import { expect, test } from "vitest";
import { timeToCompany, waitsForCompany } from "./company-wait.ts";
import type { OutboxRecord } from "./entry.ts";

const now = Date.UTC(2026, 4, 1);
const record = (type: string, ageMs: number, state = "waiting") =>
  ({ type, state, createdAt: new Date(now - ageMs).toISOString() }) as OutboxRecord;

test("reading waits three seconds for another command, counted from the oldest", () => {
  expect(timeToCompany([record("ticket.read", 500)], now)).toBe(2_500);
  expect(timeToCompany([record("ticket.read", 500), record("ticket.read", 2_900)], now)).toBe(100);
  expect(timeToCompany([record("ticket.read", 3_000)], now)).toBe(0);
});

test("with any other command it goes at once, and so it does after the clock was set back", () => {
  expect(timeToCompany([record("ticket.read", 0), record("message.send", 0)], now)).toBe(0);
  expect(timeToCompany([record("ticket.read", -5_000)], now)).toBe(0);
  expect(timeToCompany([record("chat.read", 0)], now)).toBe(0);
  expect(timeToCompany([record("announcement.read", 0)], now)).toBe(0);
  expect(timeToCompany([], now)).toBe(0);
});

test("only while it waits it is not counted as waiting for the network", () => {
  expect(waitsForCompany(record("ticket.read", 0), now)).toBe(true);
  expect(waitsForCompany(record("ticket.read", 0, "sending"), now)).toBe(false);
  expect(waitsForCompany(record("ticket.read", 3_000), now)).toBe(false);
  expect(waitsForCompany(record("message.send", 0), now)).toBe(false);
});
