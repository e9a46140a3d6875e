import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { isCovered, openTaps, removeCover, removeCoverUnlessAt, showCover, takeOver } from "./cover.ts";
import { readKeptList } from "./kept-list.ts";
import { type KeptScreen, readKeptScreen } from "./kept-screen.ts";
import { drawList, givenOpenShadows, keepDrawn, storePerson } from "./testing/cover.ts";

const helena = { id: "user-1", companyId: "company-1" };
const tickets = [
  { id: "t1", text: "Helena" },
  { id: "t2", text: "Raul" },
];
const list = { pathname: "/tickets", search: "" };

beforeEach(() => {
  history.replaceState(null, "", "/tickets");
  storePerson(helena);
});
afterEach(() => {
  removeCover();
  document.body.replaceChildren();
});

/** Keeps the list, then starts the app: the app's own list is not drawn yet. */
async function givenCover() {
  const { drawn, roots } = givenOpenShadows();
  drawList(tickets);
  keepDrawn(helena);
  drawList([]);
  await showCover(readKeptScreen(localStorage, list) as KeptScreen);
  return { drawn, roots };
}

test("cover: shows the kept rows outside the page's own tree, and marks the app as busy", async () => {
  const { drawn, roots } = await givenCover();
  expect([...(drawn()?.querySelectorAll("li") ?? [])].map((row) => row.textContent)).toEqual(["Helena", "Raul"]);
  expect(roots[0]?.mode).toBe("closed");
  expect(screen.queryByText("Helena")).not.toBeInTheDocument();
  expect(document.getElementById("root")).toHaveAttribute("aria-busy", "true");
  expect(roots[0]?.querySelector("[role=status]")?.textContent).toBe("Abrindo");
});

test("cover: the app's list replaces it", async () => {
  await givenCover();
  drawList(tickets);
  takeOver("list");
  expect(isCovered()).toBe(true);
  await waitFor(() => expect(isCovered()).toBe(false));
  expect(document.getElementById("root")).not.toHaveAttribute("aria-busy");
});

test("cover: a tapped row is opened once, as soon as the app can open it, and a later one at once", async () => {
  const { drawn } = await givenCover();
  const [first, second] = drawn()?.querySelectorAll("a") ?? [];
  fireEvent.click(second as Element);
  const open = vi.fn();
  onTestFinished(openTaps(open));
  expect(open.mock.calls).toEqual([["/tickets/t2"]]);
  fireEvent.click(first as Element);
  fireEvent.click(first as Element);
  expect(open.mock.calls).toEqual([["/tickets/t2"], ["/tickets/t1"]]);
});

test("cover: the list stays while a row that was tapped is opened, until the app's list is there", async () => {
  const { drawn } = await givenCover();
  onTestFinished(openTaps(() => undefined));
  fireEvent.click(drawn()?.querySelectorAll("a")[1] as Element);
  removeCoverUnlessAt("/tickets/t2");
  expect(isCovered()).toBe(true);
  takeOver("list");
  await waitFor(() => expect(isCovered()).toBe(false));
});

test("cover: the list goes at once on a page that was not tapped", async () => {
  await givenCover();
  onTestFinished(openTaps(() => undefined));
  removeCoverUnlessAt("/tickets/t2");
  expect(isCovered()).toBe(false);
});

test("cover: a tapped tab is chosen in the app", async () => {
  const { drawn } = await givenCover();
  fireEvent.click(drawn()?.querySelectorAll("button")[1] as Element);
  const chosen = vi.fn();
  const root = drawList(tickets);
  root.querySelectorAll("[role=tab]")[1]?.addEventListener("click", chosen);
  takeOver("list");
  await waitFor(() => expect(chosen).toHaveBeenCalledOnce());
});

test("cover: when the session ends meanwhile, nothing that was tapped happens", async () => {
  const { drawn } = await givenCover();
  fireEvent.click(drawn()?.querySelectorAll("a")[0] as Element);
  removeCover();
  expect(drawn()).toBeNull();
  const open = vi.fn();
  onTestFinished(openTaps(open));
  expect(open).not.toHaveBeenCalled();
});

test("keep: an empty list, another page and another user's list are not kept", () => {
  const isKept = () => readKeptList(localStorage, list) !== null;
  drawList(tickets);
  history.replaceState(null, "", "/contacts");
  keepDrawn(helena);
  expect(isKept()).toBe(false);
  history.replaceState(null, "", "/tickets");
  keepDrawn({ ...helena, id: "user-2" });
  expect(isKept()).toBe(false);
  drawList([]);
  keepDrawn(helena);
  expect(isKept()).toBe(false);
  drawList(tickets);
  keepDrawn(helena);
  expect(isKept()).toBe(true);
});
