import { expect, test } from "vitest";
import { filterOf, maySeeAll } from "./list-view.ts";

const view = { tab: "open", sub: "open", showAll: false, queueIds: null, waitingOrder: "newestFirst" } as const;

test("the open tab keeps groups apart", () => {
  expect(filterOf(view)).toEqual({ status: "open", isGroup: false, showAll: false, queueIds: undefined });
  expect(filterOf({ ...view, tab: "group", sub: "pending" })).toMatchObject({ status: "pending", isGroup: true });
});

test("who waits stands in the chosen order, without those who are still in the robot's menu", () => {
  const waiting = { ...view, sub: "pending", waitingOrder: "oldestFirst" } as const;
  expect(filterOf(waiting)).toMatchObject({ status: "pending", inRobot: false, order: "oldestFirst" });
  expect(filterOf({ ...waiting, sub: "open" })).not.toHaveProperty("order");
});

test("the closed tab shows everyone's, whatever the switch says", () => {
  expect(filterOf({ ...view, tab: "closed" })).toEqual({ status: "closed", showAll: true, queueIds: undefined });
});

test("the switch is for admins and for those who may see everybody's conversations", () => {
  expect(maySeeAll({ profile: "admin", allUserChat: "disabled" })).toBe(true);
  expect(maySeeAll({ profile: "user", allUserChat: "enabled" })).toBe(true);
  expect(maySeeAll({ profile: "supervisor", allUserChat: "disabled" })).toBe(false);
});
