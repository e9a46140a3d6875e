import { beforeEach, expect, test } from "vitest";
import { removeStoredSession, storeSession } from "../session/session-keys.ts";
import { someUser } from "../session/testing/given-browser.ts";
import { dropKeptListUnless, KEPT_LIST, type Kept, keepList, readKeptList } from "./kept-list.ts";
import { currentPlace } from "./place.ts";
import { storePerson } from "./testing/cover.ts";

const list = { pathname: "/tickets", search: "" };
const helena = { id: "user-1", companyId: "company-1" };

function kept(change: Partial<Kept> = {}): Kept {
  const place = currentPlace(localStorage);
  if (!place) throw new Error("Nobody is signed in.");
  const shown = { rows: ["t1", "t2"], view: "first", top: 0, isFirst: true, opening: "Abrindo", startsHere: false };
  return { place, drawing: { tag: "div" }, ...shown, ...change };
}
const isKept = () => localStorage.getItem(KEPT_LIST) !== null;

beforeEach(() => {
  document.documentElement.dataset.theme = "light";
  storePerson(helena);
});

test("kept list: is read at the list, and at the start page only for users who start there", () => {
  keepList(localStorage, kept());
  expect(readKeptList(localStorage, list)?.rows).toEqual(["t1", "t2"]);
  expect(readKeptList(localStorage, { pathname: "/", search: "" })).toBeNull();
  expect(readKeptList(localStorage, { pathname: "/tickets", search: "?search=vaso" })).toBeNull();
  expect(readKeptList(localStorage, { pathname: "/contacts", search: "" })).toBeNull();
  keepList(localStorage, kept({ startsHere: true }));
  expect(readKeptList(localStorage, { pathname: "/", search: "" })?.rows).toEqual(["t1", "t2"]);
});

test.each([
  ["theme", () => document.documentElement.setAttribute("data-theme", "dark")],
  ["language", () => localStorage.setItem("locale", "en")],
  [
    "build",
    () => {
      const script = document.createElement("script");
      script.type = "module";
      script.src = "/assets/next.js";
      document.head.append(script);
    },
  ],
])("kept list: is not drawn after a change of the %s", (_what, change) => {
  keepList(localStorage, kept());
  change();
  expect(readKeptList(localStorage, list)).toBeNull();
  document.querySelector("script[src$='next.js']")?.remove();
});

test.each([
  ["another user", { id: "user-2", companyId: "company-1" }],
  ["another company", { id: "user-1", companyId: "company-2" }],
])("kept list: is removed when %s starts the app", (_who, other) => {
  keepList(localStorage, kept());
  storePerson(other);
  expect(readKeptList(localStorage, list)).toBeNull();
  expect(isKept()).toBe(false);
});

test("kept list: is removed when nobody is signed in, and is not kept then", () => {
  const own = kept();
  keepList(localStorage, own);
  localStorage.removeItem("token");
  expect(readKeptList(localStorage, list)).toBeNull();
  expect(isKept()).toBe(false);
  keepList(localStorage, own);
  expect(isKept()).toBe(false);
});

test("kept list: a list that another user drew is not kept", () => {
  const own = kept();
  storePerson({ id: "user-2", companyId: "company-1" });
  keepList(localStorage, own);
  expect(isKept()).toBe(false);
});

test("kept list: goes with the session, with another user's sign-in and with other rights", () => {
  const user = someUser({ queues: [] });
  storeSession(localStorage, { token: "a", unsentKey: null, user });
  keepList(localStorage, kept());
  storeSession(localStorage, { token: "b", unsentKey: null, user });
  expect(isKept()).toBe(true);
  storeSession(localStorage, { token: "c", unsentKey: null, user: { ...user, profile: "user" } });
  expect(isKept()).toBe(false);
  keepList(localStorage, kept());
  removeStoredSession(localStorage);
  expect(isKept()).toBe(false);
});

test("kept list: is removed as soon as one of its tickets has left the list", () => {
  keepList(localStorage, kept());
  dropKeptListUnless(localStorage, new Set(["t1", "t2", "t3"]), { key: KEPT_LIST, view: "first" });
  dropKeptListUnless(localStorage, new Set(["t1"]), { key: KEPT_LIST, view: "another" });
  expect(isKept()).toBe(true);
  dropKeptListUnless(localStorage, new Set(["t1", "t3"]), { key: KEPT_LIST, view: "first" });
  expect(isKept()).toBe(false);
});

test("kept list: a list that is too large replaces the former one by none", () => {
  keepList(localStorage, kept());
  keepList(localStorage, kept({ drawing: { tag: "div", children: ["x".repeat(400_000)] } }));
  expect(isKept()).toBe(false);
});

test("kept list: a damaged one is removed", () => {
  localStorage.setItem(KEPT_LIST, '{"place":');
  expect(readKeptList(localStorage, list)).toBeNull();
  expect(isKept()).toBe(false);
});
