import { fireEvent, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isCovered, removeCover, removeCoverOf, removeCoverUnlessAt, showCover, takeOver } from "./cover.ts";
import { dropKeptConversation, dropKeptConversationWith, keptTickets } from "./keep-conversations.ts";
import { type KeptScreen, readKeptScreen } from "./kept-screen.ts";
import { drawList, givenOpenShadows, keepDrawn, storePerson } from "./testing/cover.ts";
import { takeTypedEarly, withTyped } from "./typed-early.ts";

const helena = { id: "user-1", companyId: "company-1" };
const tickets = ["t1", "t2", "t3", "t4", "t5", "t6", "t7"].map((id) => ({ id, text: `Contact ${id}` }));
const conversation = (id: string, draft = "") => ({
  id,
  text: `Contact ${id}`,
  messages: [{ id: `${id} m1`, text: `Oi ${id}` }],
  draft,
});
const address = (pathname: string) => ({ pathname, search: "", state: null });

beforeEach(() => {
  history.replaceState(null, "", "/tickets");
  storePerson(helena);
});
afterEach(() => {
  removeCover();
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

/** Opens the conversation and keeps the screen. */
function keepOpen(id: string, draft = ""): void {
  history.replaceState(null, "", `/tickets/${id}`);
  drawList(tickets, conversation(id, draft));
  keepDrawn(helena);
}

async function givenCoverOf(id: string, draft = "") {
  const { drawn, roots } = givenOpenShadows();
  keepOpen(id, draft);
  drawList([]);
  await showCover(readKeptScreen(localStorage, address(`/tickets/${id}`)) as KeptScreen);
  const field = drawn()?.querySelector("textarea") as HTMLTextAreaElement;
  const type = (text: string) => fireEvent.input(field, { target: { value: text } });
  return { drawn, roots, field, type };
}

/** Waits for so many frames: the cover counts two without a change and goes in the third. */
async function frames(count: number) {
  for (let frame = 0; frame < count; frame += 1) await new Promise(requestAnimationFrame);
}

test("kept screen: a start at a conversation draws it beside the last list, with its row selected", async () => {
  keepOpen("t2");
  keepOpen("t1");
  const { drawn } = givenOpenShadows();
  drawList([]);
  await showCover(readKeptScreen(localStorage, address("/tickets/t2")) as KeptScreen);
  expect(drawn()?.querySelectorAll("li")).toHaveLength(tickets.length);
  expect(drawn()?.querySelector("[data-selected] a")?.getAttribute("data-tap")).toBe("/tickets/t2");
  expect(drawn()?.querySelector("[data-slot] section p")?.textContent).toBe("Oi t2");
});

test("kept screen: the last five conversations are kept", () => {
  let now = 0;
  vi.spyOn(Date, "now").mockImplementation(() => ++now);
  for (const { id } of tickets) keepOpen(id);
  keepOpen("t3");
  expect(keptTickets(localStorage).sort()).toEqual(["t3", "t4", "t5", "t6", "t7"]);
});

test("kept screen: a conversation that is not at its end, or is still loading, is not kept", () => {
  history.replaceState(null, "", "/tickets/t1");
  const log = drawList(tickets, conversation("t1")).querySelector("[role=log]") as Element;
  const height = vi.spyOn(log, "scrollHeight", "get").mockReturnValue(900);
  keepDrawn(helena);
  expect(keptTickets(localStorage)).toEqual([]);
  height.mockReturnValue(0);
  log.remove();
  keepDrawn(helena);
  expect(keptTickets(localStorage)).toEqual([]);
});

test("kept screen: a conversation goes with its ticket, and when one of its messages is hidden", () => {
  keepOpen("t1");
  keepOpen("t2");
  dropKeptConversation(localStorage, "t1");
  dropKeptConversationWith(localStorage, "t2", new Set(["another"]));
  expect(keptTickets(localStorage)).toEqual(["t2"]);
  dropKeptConversationWith(localStorage, "t2", new Set(["t2 m1"]));
  expect(keptTickets(localStorage)).toEqual([]);
});

test("kept screen: on a narrow screen a conversation is drawn without the list, and nothing without the conversation", () => {
  vi.spyOn(window, "matchMedia").mockImplementation((query) => ({ matches: query.includes("<") }) as MediaQueryList);
  keepOpen("t1");
  expect(readKeptScreen(localStorage, address("/tickets/t1"))?.list.rows).toEqual([]);
  expect(readKeptScreen(localStorage, address("/tickets/t2"))).toBeNull();
});

test("cover: waits for the list and for the conversation", async () => {
  await givenCoverOf("t1");
  takeOver("list");
  await frames(6);
  expect(isCovered()).toBe(true);
  takeOver("conversation");
  await waitFor(() => expect(isCovered()).toBe(false));
});

test("cover: goes at once when its ticket is not on this device", async () => {
  await givenCoverOf("t1");
  removeCoverOf("t2");
  expect(isCovered()).toBe(true);
  removeCoverOf("t1");
  expect(isCovered()).toBe(false);
});

test("cover: goes at once on another page", async () => {
  await givenCoverOf("t1");
  removeCoverUnlessAt("/tickets/t1");
  expect(isCovered()).toBe(true);
  removeCoverUnlessAt("/tickets");
  expect(isCovered()).toBe(false);
});

test("typed early: the text is handed over once, to its user and ticket only, also when the app never replaced the cover", async () => {
  const { type } = await givenCoverOf("t1");
  type("Bom d");
  type("Bom dia");
  removeCover();
  expect(takeTypedEarly(localStorage, "user-1", "t2")).toBeNull();
  expect(takeTypedEarly(localStorage, "user-2", "t1")).toBeNull();
  expect(takeTypedEarly(localStorage, "user-1", "t1")).toMatchObject({ base: "", text: "Bom dia" });
  expect(takeTypedEarly(localStorage, "user-1", "t1")).toBeNull();
});

test("typed early: the field begins with the draft as it was drawn; Enter neither sends nor breaks the line", async () => {
  const { field } = await givenCoverOf("t1", "Olá");
  expect(field.value).toBe("Olá");
  expect(fireEvent.keyDown(field, { key: "Enter" })).toBe(false);
  expect(fireEvent.keyDown(field, { key: "Enter", shiftKey: true })).toBe(true);
});

test("cover: stays while a character is entered with several keys", async () => {
  const { field } = await givenCoverOf("t1");
  fireEvent.compositionStart(field);
  takeOver("list");
  takeOver("conversation");
  await frames(6);
  expect(isCovered()).toBe(true);
  fireEvent.compositionEnd(field);
  await waitFor(() => expect(isCovered()).toBe(false));
});

test.each([
  { draft: "Olá", text: "Olá, tudo", shown: "Olá, tudo" },
  { draft: "Olá", text: "Ol", shown: "Ol" },
  { draft: "Olá, Raul", text: "Olá!", shown: "Olá, Raul!" },
  { draft: "", text: "Olá!", shown: "Olá!" },
  { draft: "Até já", text: "Ooi", shown: "Até já\nOoi" },
])("typed early: the draft $draft with $text typed over Olá becomes $shown", ({ draft, text, shown }) => {
  expect(withTyped(draft, { userId: "user-1", ticketId: "t1", base: "Olá", text })).toBe(shown);
});
