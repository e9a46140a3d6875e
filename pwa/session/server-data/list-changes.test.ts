import { expect, test } from "vitest";
import { createListChanges } from "./list-changes.ts";

test("list changes: a listener is notified of its own lists, and always after a reconnection", () => {
  const changes = createListChanges();
  const heard: string[] = [];
  const stop = changes.on(["tags", "queues"], () => heard.push("tags"));
  changes.on(["contacts"], () => heard.push("contacts"));
  changes.notify(["queues", "tags"]);
  expect(heard).toEqual(["tags"]);
  changes.notifyAll();
  expect(heard).toEqual(["tags", "tags", "contacts"]);
  stop();
  changes.notify(["tags"]);
  expect(heard).toHaveLength(3);
});
