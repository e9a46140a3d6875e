import { beforeEach, expect, test } from "vitest";
import { readListPlace, storeListPlace } from "../../../first-paint/list-place.ts";
import { someUser } from "../../../session/testing/given-browser.ts";
import { firstViewOf } from "./list-view.ts";
import { readView, startOfList, storedViewOf } from "./restored-view.ts";

const admin = someUser({ id: "user-1", profile: "admin" });
const agent = someUser({ id: "user-1", profile: "user", allUserChat: "disabled" });
const waiting = { tab: "open", sub: "pending", showAll: true, queueIds: [null, "queue-1"] } as const;
const stored = storedViewOf({ ...waiting, queueIds: [...waiting.queueIds] }) ?? "";

beforeEach(() => history.replaceState(null, "", "/tickets"));

test("restored view: after a reload the list starts at the same tab, filters and scroll position", () => {
  storeListPlace({ userId: "user-1", view: stored, top: 770 });
  expect(startOfList(admin)).toEqual({ view: waiting, top: 770 });
});

test("restored view: a new visit starts at the first tab, and so does another user", () => {
  storeListPlace({ userId: "user-2", view: stored, top: 770 });
  expect(startOfList(admin)).toEqual({ view: firstViewOf(admin), top: 0 });
  history.pushState(null, "", "/tickets");
  expect(startOfList(admin)).toEqual({ view: firstViewOf(admin), top: 0 });
});

test("restored view: a user who lost the switch does not see all tickets", () => {
  storeListPlace({ userId: "user-1", view: stored, top: 0 });
  expect(startOfList(agent).view.showAll).toBe(false);
});

test("restored view: the search is not stored, and a damaged view is ignored", () => {
  expect(storedViewOf({ ...firstViewOf(admin), tab: "search" })).toBeNull();
  expect(readView("{")).toBeNull();
  expect(readView('{"tab":"none"}')).toBeNull();
});

test("restored view: keeps what the router stores in the history", () => {
  history.replaceState({ key: "k1" }, "", "/tickets");
  storeListPlace({ userId: "user-1", view: stored, top: 5 });
  expect(history.state).toMatchObject({ key: "k1" });
  expect(readListPlace(history.state, "user-1")).toEqual({ userId: "user-1", view: stored, top: 5 });
});
