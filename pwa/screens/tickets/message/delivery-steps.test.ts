import { expect, test } from "vitest";
import type { MessageView } from "../../../../sync/client/index.ts";
import { lifeSteps } from "./delivery-steps.ts";

const unknown = { server: null, accepted: null, delivered: null, read: null, played: null };
const states = (over: Partial<MessageView>) =>
  lifeSteps({
    createdAt: "2026-11-21T13:58:02Z",
    ack: 0,
    errorCode: null,
    local: null,
    life: unknown,
    ...over,
  } as MessageView).map((step) => step.state);

test("lifeSteps: a queued message has reached one stage", () => {
  expect(states({ local: "queued" })).toEqual(["done", "todo", "todo", "todo", "todo"]);
});

test("lifeSteps: a read receipt without a delivery receipt completes every stage before it", () => {
  expect(states({ ack: 3 })).toEqual(["done", "done", "done", "done", "done"]);
  expect(states({ ack: 1, life: { ...unknown, delivered: "2026-11-21T13:58:04Z" } })).toEqual([
    "done",
    "done",
    "done",
    "done",
    "todo",
  ]);
});

test("lifeSteps: marks the stage that failed", () => {
  expect(states({ ack: 0, errorCode: "ERR_SENDING_WAPP_MSG" })).toEqual(["done", "done", "failed", "todo", "todo"]);
  expect(states({ local: "refused" })).toEqual(["done", "failed", "todo", "todo", "todo"]);
});
