import { fireEvent, screen, waitFor } from "@testing-library/react";
import { uuidv7 } from "uuidv7";
import { beforeEach, expect, test } from "vitest";
import type { TicketDocument } from "../../../../contracts/desk/tickets.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { compositionOrders, confirmComposition } from "../../../testing/composition.ts";
import { cutNetwork, type GivenDesk, givenDesk } from "../../../testing/given-desk.ts";
import { composer, renderConversation } from "../testing/render-conversation.tsx";

const ME = "0190d3a0-0000-7000-8000-0000000000a1";
let companyId: string;

let desk: GivenDesk;
let ticket: TicketDocument;
beforeEach(() => {
  companyId = uuidv7();
  desk = givenDesk();
  ticket = desk.ticket({ contactName: "Helena Sampaio", userId: ME });
  desk.message(ticket, { body: "Precisa que eu guarde a caixa?" });
  localStorage.setItem("signOption", "false");
});

const render = (options: { sameDevice?: boolean } = {}) =>
  renderConversation(desk, ticket, { signedIn: { id: ME, companyId }, ...options });
const note = () => screen.findByRole("textbox", { name: m.tickets_note_write() });
const applied = (type: string) => desk.replication.applied.filter((command) => command.type === type);
const written = () => applied("note.add").map(({ payload }) => payload);
const sent = () => applied("message.send").map(({ payload }) => payload);

test("note mode: Alt+M opens it while writing, Enter stores a note, Escape returns to the kept reply", async () => {
  const { user } = await render();
  const field = await composer(ticket);
  await user.type(field, "Pode deixar");
  await user.keyboard("{Alt>}m{/Alt}");
  expect(await note()).toHaveFocus();
  expect(field).not.toBeVisible();
  expect(screen.getByText(m.tickets_reply_kept())).toBeInTheDocument();
  await user.keyboard("Cliente prefere coleta de manhã{Enter}");
  await waitFor(() => expect(written()).toMatchObject([{ note: "Cliente prefere coleta de manhã" }]));
  expect(await note()).toHaveValue("");
  await user.keyboard("{Escape}");
  expect(field).toHaveFocus();
  expect(field).toHaveValue("Pode deixar");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(sent()).toMatchObject([{ body: "Pode deixar" }]));
  expect(written()).toHaveLength(1);
});

test("note mode: keys typed without a pause after Alt+M go into the note, and never into a message", async () => {
  const { user } = await render();
  await composer(ticket);
  await user.keyboard("{Alt>}m{/Alt}segredo{Enter}{Escape}{Enter}");
  await waitFor(() => expect(written()).toMatchObject([{ note: "segredo" }]));
  expect(sent()).toEqual([]);
});

test("note mode: Escape leaves the composer, and then M alone opens the note instead of being typed", async () => {
  const { user } = await render();
  const field = await composer(ticket);
  await user.type(field, "Pode");
  await user.keyboard("{Escape}m");
  expect(await note()).toHaveFocus();
  expect(field).toHaveValue("Pode");
  await user.keyboard("{Escape}{Escape}e");
  expect(field).toHaveFocus();
});

test("note mode: a half-written note is there again, in note mode, and is gone after it was stored", async () => {
  const first = await render();
  await composer(ticket);
  await first.user.keyboard("{Alt>}m{/Alt}conferir o PIX");
  await waitFor(async () => expect((await first.desk.unsent.note.get(ticket.id))?.text).toBe("conferir o PIX"));
  first.unmount();
  const { user, desk: local } = await render({ sameDevice: true });
  await waitFor(async () => expect(await note()).toHaveValue("conferir o PIX"));
  expect((await local.unsent.note.get(ticket.id))?.text).toBe("conferir o PIX");
  await user.type(await note(), " com o Davi{Enter}");
  await waitFor(() => expect(written()).toMatchObject([{ note: "conferir o PIX com o Davi" }]));
  expect(await local.unsent.note.get(ticket.id)).toBeNull();
  expect(await note()).toHaveFocus();
});

test("note mode: without a network the note waits on this device and is stored once", async () => {
  const { user, desk: local } = await render();
  await composer(ticket);
  const reconnect = await cutNetwork(desk, local);
  await user.keyboard("{Alt>}m{/Alt}pagar o frete{Enter}");
  await waitFor(async () => expect(await local.pendingCount()).toBe(1));
  expect(sent()).toEqual([]);
  reconnect();
  await waitFor(() => expect(written()).toMatchObject([{ note: "pagar o frete" }]));
});

test.each(compositionOrders)("note mode: Enter that confirms a composition stores no note: %s", async (order) => {
  const { user } = await render();
  await user.type(await composer(ticket), "{Alt>}m{/Alt}");
  const field = await note();
  confirmComposition(field, "日本", order);
  await user.type(field, "です{Enter}");
  await waitFor(() => expect(written()).toMatchObject([{ note: "日本です" }]));
});

test("note mode: pasted cells of a spreadsheet are text, and a pasted picture alone is refused", async () => {
  const { user } = await render();
  await user.type(await composer(ticket), "{Alt>}m{/Alt}");
  const field = await note();
  const files = [new File(["x"], "image.png", { type: "image/png" })];
  const pasted = (text: string) => ({ files, getData: (type: string) => (type === "text/plain" ? text : "") });
  // The browser writes the text unless the field prevents it.
  expect(fireEvent.paste(field, { clipboardData: pasted("Vaso\t45,00") })).toBe(true);
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  expect(fireEvent.paste(field, { clipboardData: pasted("") })).toBe(false);
  expect(await screen.findByRole("alert")).toHaveTextContent(m.tickets_note_text_only());
});
