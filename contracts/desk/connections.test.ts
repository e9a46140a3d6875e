import * as v from "valibot";
import { expect, test } from "vitest";
import { connectionNames } from "../wire/connections.ts";
import {
  ConnectionInput,
  connectionReasons,
  isRestricted,
  MAX_HISTORY_DAYS,
  MIN_TOKEN_LENGTH,
  PairingNumber,
} from "./connections.ts";

test("isRestricted: a restriction ends at its instant, and null is none", () => {
  const until = "2026-07-01T12:00:00.000Z";
  const restricted = (firstContactsAfter: string | null, now: string) =>
    isRestricted({ firstContactsAfter }, new Date(now));
  expect(restricted(until, "2026-07-01T11:59:59.999Z")).toBe(true);
  expect(restricted(until, until)).toBe(false);
  expect(restricted("2026-07-01T09:00:00-03:00", "2026-07-01T11:00:00Z")).toBe(true);
  expect(restricted(null, until)).toBe(false);
});

test.each([
  ["+55 (31) 95550-0190", "5531955500190"],
  ["12345678", "12345678"],
  ["123456789012345", "123456789012345"],
])("PairingNumber: %s is read as %s", (typed, number) => {
  expect(v.parse(PairingNumber, typed)).toBe(number);
});

test.each(["1234567", "12-34-567", "1234567890123456", "", "telefone"])("PairingNumber: %j is refused", (typed) => {
  expect(v.is(PairingNumber, typed)).toBe(false);
});

test("ConnectionInput: a name alone gets the defaults", () => {
  expect(v.parse(ConnectionInput, { name: " Loja " })).toEqual({
    name: "Loja",
    greetingMessage: "",
    completionMessage: "",
    outOfHoursMessage: "",
    ratingMessage: "",
    isDefault: false,
    token: "",
    provider: "beta",
    redirectAfterMinutes: 0,
    redirectQueueId: null,
    historyDays: 7,
    queueIds: [],
  });
});

test.each<[string, unknown, unknown]>([
  ["name", "Lo", " L "],
  ["name", "L".repeat(50), "L".repeat(51)],
  ["token", "", " "],
  ["token", "t".repeat(MIN_TOKEN_LENGTH), "t".repeat(MIN_TOKEN_LENGTH - 1)],
  ["token", "t".repeat(200), "t".repeat(201)],
  ["token", ` ${"t".repeat(MIN_TOKEN_LENGTH)} `, ` ${"t".repeat(MIN_TOKEN_LENGTH - 1)} `],
  ["redirectAfterMinutes", 525_600, 525_601],
  ["redirectAfterMinutes", 0, -1],
  ["redirectAfterMinutes", 1, 1.5],
  ["historyDays", MAX_HISTORY_DAYS, MAX_HISTORY_DAYS + 1],
  ["historyDays", 0, -1],
  ["redirectQueueId", null, ""],
  ["queueIds", [], ["vendas"]],
])("ConnectionInput: %s accepts %j and refuses %j", (field, passes, fails) => {
  const isValid = (value: unknown) => v.is(ConnectionInput, { name: "Loja", [field]: value });
  expect([isValid(passes), isValid(fails)]).toEqual([true, false]);
});

test("each reason is listed once, and each field has its own name in the HTTP interface", () => {
  expect(new Set(connectionReasons).size).toBe(connectionReasons.length);
  const names = Object.values(connectionNames);
  expect(new Set(names).size).toBe(names.length);
});
