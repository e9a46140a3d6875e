import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { formFromWire, wireOf } from "../connection-wire.ts";
import { type ConnectionForm, connectionProblems, newConnection, tabOfProblems } from "./connection-form.ts";

const queues = [randomUUID(), randomUUID()];
const shop: ConnectionForm = { ...newConnection, name: "Loja" };
const problems = (form: typeof shop) => Object.keys(connectionProblems(form));

test("connection form: a name alone is valid", () => {
  expect(problems(shop)).toEqual([]);
  expect(problems({ ...shop, name: " L " })).toEqual(["name"]);
});

test("connection form: a redirect time requires a queue", () => {
  expect(problems({ ...shop, redirectAfterMinutes: "5" })).toEqual(["redirectQueueId"]);
  expect(problems({ ...shop, redirectAfterMinutes: "5", redirectQueueId: queues[0] ?? null })).toEqual([]);
  expect(problems({ ...shop, redirectAfterMinutes: "2.5" })).toEqual(["redirectAfterMinutes"]);
});

test("connection form: an empty time is 0, and 0 redirects nowhere", () => {
  expect(wireOf({ ...shop, redirectAfterMinutes: "", redirectQueueId: "q" })).toMatchObject({
    timeSendQueue: "0",
    sendIdQueue: null,
    provider: "beta",
  });
});

test("connection form: several queues require a greeting", () => {
  expect(problems({ ...shop, queueIds: queues })).toEqual(["greetingMessage"]);
  expect(problems({ ...shop, queueIds: queues, greetingMessage: "Olá" })).toEqual([]);
});

test("connection form: the server's values fill it, and null becomes empty", () => {
  const wire = {
    name: "Loja",
    greetingMessage: null,
    timeSendQueue: 5,
    sendIdQueue: "q",
    queues: [{ id: "a", name: "A" }],
  };
  expect(formFromWire(wire)).toMatchObject({
    greetingMessage: "",
    redirectAfterMinutes: "5",
    redirectQueueId: "q",
    queueIds: ["a"],
  });
  for (const none of [0, null]) expect(formFromWire({ ...wire, sendIdQueue: none }).redirectQueueId).toBeNull();
});

test("connection form: opens the tab of the first problem", () => {
  const both = { ...shop, queueIds: queues, redirectAfterMinutes: "5" };
  expect(tabOfProblems(connectionProblems({ ...both, name: "" }))).toBe("general");
  expect(tabOfProblems(connectionProblems(both))).toBe("messages");
  expect(tabOfProblems(connectionProblems({ ...both, greetingMessage: "Olá" }))).toBe("redirect");
  expect(tabOfProblems(connectionProblems(shop))).toBeNull();
});
