import { expect, test } from "vitest";
import { filterOf, maySeeAll } from "./list-view.ts";

const view = { tab: "open", sub: "open", showAll: false, queueIds: null, waitingOrder: "newestFirst" } as const;

test("filterOf: the open tab excludes groups and the group tab contains only groups", () => {
  expect(filterOf(view)).toEqual({ status: "open", isGroup: false, showAll: false, queueIds: undefined });
  expect(filterOf({ ...view, tab: "group", sub: "pending" })).toMatchObject({ status: "pending", isGroup: true });
});

test("filterOf: the pending list uses the chosen order and excludes tickets in the bot's menu", () => {
  const waiting = { ...view, sub: "pending", waitingOrder: "oldestFirst" } as const;
  expect(filterOf(waiting)).toMatchObject({ status: "pending", withBot: false, order: "oldestFirst" });
  expect(filterOf({ ...waiting, sub: "open" })).not.toHaveProperty("order");
});

test("filterOf: the closed tab shows everyone's tickets, regardless of the show-all switch", () => {
  expect(filterOf({ ...view, tab: "closed" })).toEqual({ status: "closed", showAll: true, queueIds: undefined });
});

test("maySeeAll: allows admins and users who may see everyone's conversations", () => {
  expect(maySeeAll({ profile: "admin", allUserChat: "disabled" })).toBe(true);
  expect(maySeeAll({ profile: "user", allUserChat: "enabled" })).toBe(true);
  expect(maySeeAll({ profile: "supervisor", allUserChat: "disabled" })).toBe(false);
});
