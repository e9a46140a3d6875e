import { expect, test } from "vitest";
import { unofferedQueues } from "./unoffered.ts";

test("unofferedQueues: contains a queue until a connection offers it", () => {
  const queues = [{ id: "sales" }, { id: "support" }];
  expect(unofferedQueues(queues, [])).toEqual(queues);
  expect(unofferedQueues(queues, [{ queueIds: ["sales"] }, { queueIds: [] }])).toEqual([{ id: "support" }]);
  expect(unofferedQueues(queues, [{ queueIds: ["sales"] }, { queueIds: ["support"] }])).toEqual([]);
});
