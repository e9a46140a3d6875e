import { expect, test } from "vitest";
import type { ConnectionRef, QueueRef } from "../../../contracts/desk/refs.ts";
import { doneSteps, type Facts, nextStep } from "./steps.ts";

const connection = (change: Partial<ConnectionRef> = {}): ConnectionRef => ({
  kind: "connection",
  id: "shop",
  rev: 1,
  name: "Loja Mirante",
  channel: "whatsapp",
  status: "DISCONNECTED",
  reason: null,
  stateSince: "2026-05-04T12:00:00.000Z",
  firstConnectedAt: null,
  firstContactsAfter: null,
  number: "",
  isDefault: true,
  queueIds: [],
  updatedAt: "2026-05-04T12:00:00.000Z",
  ...change,
});
const cafe: QueueRef = { kind: "queue", id: "cafe", rev: 1, name: "Cafeteria", color: "#1d7f52", greetingMessage: "" };
const bia = { id: "bia", name: "Bia" };
const empty: Facts = { connections: [], queues: [], users: [bia], worksAlone: false };
const doneOf = (change: Partial<Facts>) => [...doneSteps({ ...empty, ...change })];

test("first steps: none is done in an empty company, and the first is to connect a number", () => {
  expect(doneOf({})).toEqual([]);
  expect(nextStep(doneSteps(empty))).toBe("connect");
});

test("first steps: a number counts once it was connected, also while it is down", () => {
  expect(doneOf({ connections: [connection()] })).toEqual([]);
  expect(doneOf({ connections: [connection({ firstConnectedAt: "2026-05-04T12:00:00.000Z" })] })).toEqual(["connect"]);
});

test("first steps: a queue counts only once a connection offers it", () => {
  expect(doneOf({ queues: [cafe], connections: [connection()] })).toEqual([]);
  expect(doneOf({ queues: [cafe], connections: [connection({ queueIds: ["cafe"] })] })).toEqual(["queue"]);
});

test("first steps: a colleague counts, and so does working alone", () => {
  expect(doneOf({ users: [bia, { id: "ana", name: "Ana" }] })).toEqual(["colleague"]);
  expect(doneOf({ worksAlone: true })).toEqual(["colleague"]);
});

test("first steps: the next one is the first that is not done; the answer is the last", () => {
  expect(nextStep(new Set(["connect", "colleague"]))).toBe("queue");
  expect(nextStep(new Set(["connect", "queue", "colleague"]))).toBe("answer");
});
