import "fake-indexeddb/auto";
import { firstValueFrom } from "rxjs";
import { expect, test } from "vitest";
import type { OtherOpenTicket } from "../../../contracts/desk/tickets.ts";
import { givenDevice, openTestDesk, synced, until } from "../testing/desk.ts";
import { givenContact, givenTicket } from "../testing/given.ts";

/**
 * A device on which a conversation was begun without a network, with text, file, note, tag and draft, while the contact
 * has another open ticket.
 */
async function givenGhost(may: Partial<OtherOpenTicket> = {}) {
  const device = givenDevice();
  const { server, user } = device;
  const contact = givenContact({ name: "Pedro Lacerda" });
  const real = givenTicket({ contactId: contact.id, contactName: contact.name, userId: user.id });
  server.put("contacts", contact);
  const details: OtherOpenTicket = {
    ticketId: real.id,
    number: 4805,
    userName: "Tiago Prates",
    queueName: "Trocas",
    canSee: true,
    canAnswer: true,
    ...may,
  };
  server.onCommand = ({ type }) => (type === "ticket.create" ? { code: "ERR_OTHER_OPEN_TICKET", details } : undefined);
  const desk = await openTestDesk(device);
  await synced(desk);
  server.online = false;
  const ghost = await desk.send("ticket.create", { contactId: contact.id });
  const text = await desk.send("message.send", { ticketId: ghost, body: "*Ana:*\nOi Pedro" });
  const second = await desk.send("message.send", { ticketId: ghost, body: "Tudo bem?" });
  const file = await desk.send(
    "message.send",
    { ticketId: ghost, body: "A foto" },
    { file: { blob: new Blob(["png"], { type: "image/png" }), name: "caneca.png" } },
  );
  const note = await desk.send("note.add", { ticketId: ghost, note: "Cliente antigo" });
  const tag = await desk.send("ticket.tag", { ticketId: ghost, add: ["vip"] });
  await desk.draft(ghost).set("Posso reservar?");
  await desk.send("draft.save", { ticketId: ghost, text: "Posso reservar?", baseRev: 0, writerId: ghost });
  await desk.send("ticket.close", { ticketId: ghost });
  const goOnline = () => {
    server.online = true;
    desk.resync();
  };
  return { device, server, desk, contact, real, ghost, goOnline, ids: { text, second, file, note, tag } };
}
type GivenDesk = Awaited<ReturnType<typeof openTestDesk>>;

/** Begins a note, a file and a recording that are not sent. */
async function beginMore(desk: GivenDesk, ticketId: string) {
  await desk.unsent.note.set({ ticketId, text: "Liga às 10h", isOpen: true });
  await desk.unsent.files.add(ticketId, [new File(["png"], "vaso.png", { type: "image/png" })]);
  await desk.unsent.voice.append(ticketId, 48_000, { bytes: new Uint8Array([1]), levels: [0.5], seconds: 0.5 });
}

/** Returns the note, the names of the files and the seconds recorded. */
async function begunIn(desk: GivenDesk, ticketId: string) {
  const files = await firstValueFrom(desk.unsent.files.of$(ticketId));
  return {
    note: (await desk.unsent.note.get(ticketId))?.text ?? null,
    files: files.map(({ name }) => name),
    voice: (await desk.unsent.voice.get(ticketId))?.seconds ?? null,
  };
}
const begun = { note: "Liga às 10h", files: ["vaso.png"], voice: 0.5 };
const nothing = { note: null, files: [], voice: null };

test("a note, a file and a recording that were begun go to the existing ticket, behind what was begun there", async () => {
  const { server, desk, real, ghost, goOnline } = await givenGhost();
  server.put("tickets", real);
  await beginMore(desk, ghost);
  await beginMore(desk, real.id);
  goOnline();
  await until(desk.outbox$(), ({ length }) => length === 0);
  expect(await begunIn(desk, ghost)).toEqual(nothing);
  expect(await begunIn(desk, real.id)).toEqual({
    note: "Liga às 10h\n\nLiga às 10h",
    files: ["vaso.png", "vaso.png"],
    voice: 1,
  });
  expect((await desk.unsent.voice.read(real.id))?.levels).toEqual([0.5, 0.5]);
});

test("what was begun follows a creation that is sent again, and goes with one that is discarded", async () => {
  const { server, desk, ghost, goOnline } = await givenGhost({ canAnswer: false, canSee: false });
  await beginMore(desk, ghost);
  goOnline();
  await until(desk.outbox$(), ([first]) => first?.state === "refused");
  expect(await begunIn(desk, ghost)).toEqual(begun);
  const again = await desk.retry(ghost);
  expect([await begunIn(desk, ghost), await begunIn(desk, again)]).toEqual([nothing, begun]);
  await until(desk.outbox$(), ([first]) => first?.state === "refused");
  server.online = false;
  expect(await desk.discard(again)).toBe(true);
  expect(await begunIn(desk, again)).toEqual(nothing);
});

const noGhost = (ghost: string) => (list: readonly { ticketId: string | null }[]) =>
  list.every(({ ticketId }) => ticketId !== ghost);

test("what was written in a ticket that exists already goes to the existing one, and nothing stays behind", async () => {
  const { server, desk, real, ghost, goOnline, ids } = await givenGhost();
  server.put("tickets", real);
  goOnline();
  await until(desk.outbox$(), ({ length }) => length === 0);
  const sent = server.applied.map(({ id, type, payload }) => [id, type, (payload as { ticketId: string }).ticketId]);
  expect(sent).toEqual([
    [ids.text, "message.send", real.id],
    [ids.second, "message.send", real.id],
    [ids.file, "message.send", real.id],
    [ids.note, "note.add", real.id],
    [ids.tag, "ticket.tag", real.id],
  ]);
  expect(server.files.size).toBe(1);
  expect(await until(desk.movedTo$(ghost), (moved) => moved !== null)).toMatchObject({ to: real.id });
  const [arrival] = await until(desk.arrivals$(real.id), ({ length }) => length > 0);
  expect(arrival).toMatchObject({ draft: "Posso reservar?", messages: [], other: { userName: "Tiago Prates" } });
  await desk.seeArrivals(real.id);
  expect(await until(desk.arrivals$(real.id), ({ length }) => length === 0)).toEqual([]);
  expect(await desk.draft(ghost).get()).toBe("");
  expect(await until(desk.ticket$(ghost), (ticket) => ticket === null)).toBeNull();
});

test("what is still written in the moved ticket follows: a letter of the draft, and a message", async () => {
  const { server, desk, real, ghost, goOnline } = await givenGhost();
  goOnline();
  await until(desk.outbox$(), ({ length }) => length === 0);
  await desk.seeArrivals(real.id);
  await desk.draft(ghost).set("Posso reservar? Hoje");
  await desk.send("message.send", { ticketId: ghost, body: "Mais uma" });
  expect((await until(desk.arrivals$(real.id), ({ length }) => length > 0))[0]?.draft).toBe("Posso reservar? Hoje");
  // A field that has not read it adds to it.
  await desk.draft(ghost).set("às 10h", { base: null });
  const later = await until(desk.arrivals$(real.id), ([arrival]) => arrival?.draft.includes("10h") ?? false);
  expect(later[0]?.draft).toBe("Posso reservar? Hoje\nàs 10h");
  await until(desk.outbox$(), ({ length }) => length === 0);
  expect(server.applied.at(-1)?.payload).toMatchObject({ ticketId: real.id, body: "Mais uma" });
});

test("in a colleague's ticket texts are kept for the user, and files and notes wait as refused", async () => {
  const { server, desk, real, ghost, goOnline, ids } = await givenGhost({ canAnswer: false });
  goOnline();
  const [arrival] = await until(desk.arrivals$(real.id), ({ length }) => length > 0);
  expect(arrival).toMatchObject({ messages: ["Oi Pedro", "Tudo bem?"], draft: "Posso reservar?" });
  const entries = await until(desk.outbox$(), (list) => noGhost(ghost)(list) && list.length === 3);
  expect(entries.map(({ id, state, ticketId }) => [id, state, ticketId])).toEqual(
    [ids.file, ids.note, ids.tag].map((id) => [id, "refused", real.id]),
  );
  expect(server.applied).toEqual([]);
});

test("a ticket that the user may not see keeps the creation, and the texts become its draft", async () => {
  const { server, desk, ghost, goOnline } = await givenGhost({ canAnswer: false, canSee: false });
  goOnline();
  const [creation] = await until(desk.outbox$(), ([first]) => first?.state === "refused");
  expect(creation).toMatchObject({ id: ghost, error: { code: "ERR_OTHER_OPEN_TICKET" } });
  expect(await desk.draft(ghost).get()).toBe("Oi Pedro\n\nTudo bem?\n\nPosso reservar?");
  // A composer that had not yet stored its text writes it now.
  await desk.draft(ghost).set("Posso reservar duas?");
  expect(await desk.draft(ghost).get()).toBe("Oi Pedro\n\nTudo bem?\n\nPosso reservar duas?");
  await desk.draft(ghost).set("");
  expect(await desk.draft(ghost).get()).toBe("Oi Pedro\n\nTudo bem?");
  expect(server.applied).toEqual([]);
  expect(await desk.discard(ghost)).toBe(true);
  expect(await until(desk.outbox$(), ({ length }) => length === 0)).toEqual([]);
  expect(await desk.draft(ghost).get()).toBe("");
});

test("a creation that is sent again takes its draft along, and the screen of the old id finds the new one", async () => {
  const { server, desk, real, ghost, goOnline } = await givenGhost({ canAnswer: false, canSee: false });
  goOnline();
  await until(desk.outbox$(), ([first]) => first?.state === "refused");
  server.onCommand = () => undefined;
  const again = await desk.retry(ghost);
  expect(await until(desk.movedTo$(ghost), (moved) => moved !== null)).toMatchObject({ to: again, isSeen: true });
  expect(await desk.draft(again).get()).toContain("Posso reservar?");
  await until(desk.outbox$(), ({ length }) => length === 0);
  expect(server.applied.map(({ payload }) => (payload as { ticketId?: string }).ticketId ?? null)).toEqual([
    null,
    again,
    again,
    again,
  ]);
  expect(again).not.toBe(real.id);
});

test("discarding a contact that was created here discards its conversation and texts too", async () => {
  const device = givenDevice();
  device.server.onCommand = () => "ERR_WAPP_INVALID_CONTACT";
  const desk = await openTestDesk(device);
  await synced(desk);
  device.server.online = false;
  const contact = await desk.send("contact.create", { name: "Pedro", number: "5531955500190" });
  const ticket = await desk.send("ticket.create", { contactId: contact });
  await desk.send("message.send", { ticketId: ticket, body: "Oi" });
  await desk.send("ticket.accept", { ticketId: "other" });
  device.server.online = true;
  desk.resync();
  await until(desk.outbox$(), (list) => list.some(({ id, state }) => id === contact && state === "refused"));
  expect(await desk.discard(contact)).toBe(true);
  const left = await until(desk.outbox$(), (list) => list.every(({ type }) => type === "ticket.accept"));
  expect(left.map(({ ticketId }) => ticketId).filter((id) => id !== "other")).toEqual([]);
});

test("a number that another contact has already: the conversation begins with that one", async () => {
  const device = givenDevice();
  const { server } = device;
  const details = { contactId: "0190f3a4-0000-7000-8000-00000000c001", name: "Pedro Lacerda" };
  server.onCommand = ({ type }) =>
    type === "contact.create" ? { code: "ERR_DUPLICATED_CONTACT", details } : undefined;
  const desk = await openTestDesk(device);
  await synced(desk);
  const alone = await desk.send("contact.create", { name: "Pedro", number: "553155500190" });
  await until(desk.outbox$(), ([first]) => first?.id === alone && first.state === "refused");
  await desk.discard(alone);
  server.online = false;
  const contact = await desk.send("contact.create", { name: "Pedro", number: "5531955500190" });
  const ticket = await desk.send("ticket.create", { contactId: contact });
  await desk.send("message.send", { ticketId: ticket, body: "Oi" });
  server.online = true;
  desk.resync();
  await until(desk.outbox$(), ({ length }) => length === 0);
  expect(server.applied).toMatchObject([
    { id: ticket, type: "ticket.create", payload: { contactId: details.contactId } },
    { type: "message.send", payload: { ticketId: ticket } },
  ]);
});
