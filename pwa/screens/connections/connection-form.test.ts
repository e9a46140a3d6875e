import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { type ConnectionForm, connectionProblems, newConnection, tabOfProblems } from "./connection-form.ts";
import { formFromWire, wireOf } from "./connection-wire.ts";

const queues = [randomUUID(), randomUUID()];
const shop: ConnectionForm = { ...newConnection, name: "Loja" };
const problems = (form: typeof shop) => Object.keys(connectionProblems(form));

test("a name is enough", () => {
  expect(problems(shop)).toEqual([]);
  expect(problems({ ...shop, name: " L " })).toEqual(["name"]);
});

test("redirecting after some minutes needs a queue to redirect to", () => {
  expect(problems({ ...shop, redirectAfterMinutes: "5" })).toEqual(["redirectQueueId"]);
  expect(problems({ ...shop, redirectAfterMinutes: "5", redirectQueueId: queues[0] ?? null })).toEqual([]);
  expect(problems({ ...shop, redirectAfterMinutes: "2.5" })).toEqual(["redirectAfterMinutes"]);
});

test("an empty time is 0, and 0 redirects nowhere", () => {
  expect(wireOf({ ...shop, redirectAfterMinutes: "", redirectQueueId: "q" })).toMatchObject({
    timeSendQueue: "0",
    sendIdQueue: null,
    provider: "beta",
  });
});

test("more than one queue needs a greeting that lets the contact choose", () => {
  expect(problems({ ...shop, queueIds: queues })).toEqual(["greetingMessage"]);
  expect(problems({ ...shop, queueIds: queues, greetingMessage: "Olá" })).toEqual([]);
});

test("what the server answers fills the form, nothing where it answers null", () => {
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
});

test("the tab of the first thing that is wrong comes to the front", () => {
  const both = { ...shop, queueIds: queues, redirectAfterMinutes: "5" };
  expect(tabOfProblems(connectionProblems({ ...both, name: "" }))).toBe("general");
  expect(tabOfProblems(connectionProblems(both))).toBe("messages");
  expect(tabOfProblems(connectionProblems({ ...both, greetingMessage: "Olá" }))).toBe("redirect");
  expect(tabOfProblems(connectionProblems(shop))).toBeNull();
});
