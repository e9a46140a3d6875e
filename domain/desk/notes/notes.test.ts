import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { givenCompany, givenTicket } from "../../../db/testing/given.ts";
import { acting, refusal } from "../../testing.ts";
import { ticketDocuments } from "../tickets/index.ts";
import { addNote, deleteNote, listNotes } from "./index.ts";

async function givenDesk() {
  const company = await givenCompany();
  const { companyId, queue, ana } = company;
  const ticket = await givenTicket({ companyId, queueId: queue.id, status: "open", userId: ana.id });
  return { ...company, ticket };
}

test("a note is idempotent by id, allowed for everyone who sees the ticket, and part of the ticket's document", async () => {
  const { ticket, ana, admin } = await givenDesk();
  const [id, now] = [randomUUID(), new Date("2026-07-01T10:00:00.123Z")];
  for (const _time of ["first", "again"])
    await acting(ana, (ctx) => addNote(ctx, { id, ticketId: ticket.id, note: "Prefere boleto" }), now);
  await acting(admin, (ctx) => addNote(ctx, { ticketId: ticket.id, note: "Dar desconto" }));
  const [document] = await acting(ana, (ctx) => ticketDocuments(ctx, [ticket.id]));
  expect(document?.notes).toMatchObject([
    { id, note: "Prefere boleto", userId: ana.id, userName: "Ana", createdAt: "2026-07-01T10:00:00.123Z" },
    { note: "Dar desconto", userName: "Marina" },
  ]);
  const listed = await acting(ana, (ctx) => listNotes(ctx, { contactId: ticket.contactId }));
  expect(listed.map(({ note }) => note)).toEqual(["Dar desconto", "Prefere boleto"]);
});

test("only its author and admins may delete a note", async () => {
  const { ticket, queue, ana, bia, admin } = await givenDesk();
  const supervisor = { ...bia, queueIds: [queue.id], profile: "supervisor" as const };
  const write = () => acting(ana, (ctx) => addNote(ctx, { ticketId: ticket.id, note: "Prefere boleto" }));
  const [first, second] = [await write(), await write()];
  expect(await refusal(acting(supervisor, (ctx) => deleteNote(ctx, first.id)))).toMatchObject({
    code: "ERR_NO_PERMISSION",
  });
  await acting(ana, (ctx) => deleteNote(ctx, first.id));
  await acting(admin, (ctx) => deleteNote(ctx, second.id));
  expect(await acting(ana, (ctx) => listNotes(ctx, { ticketId: ticket.id }))).toEqual([]);
  expect(await refusal(acting(ana, (ctx) => deleteNote(ctx, first.id)))).toMatchObject({ code: "ERR_NO_NOTE_FOUND" });
});

test("users who do not see the ticket, and other companies, neither read, write nor delete its notes", async () => {
  const { ticket, ana, bia } = await givenDesk();
  const stranger = (await givenCompany()).admin;
  const note = await acting(ana, (ctx) => addNote(ctx, { ticketId: ticket.id, note: "Prefere boleto" }));
  for (const other of [bia, stranger]) {
    expect(await acting(other, (ctx) => listNotes(ctx, { ticketId: ticket.id }))).toEqual([]);
    const added = acting(other, (ctx) => addNote(ctx, { ticketId: ticket.id, note: "intruso" }));
    expect(await refusal(added)).toMatchObject({ code: "ERR_NO_TICKET_FOUND" });
    expect(await refusal(acting(other, (ctx) => deleteNote(ctx, note.id)))).toMatchObject({
      code: "ERR_NO_NOTE_FOUND",
    });
  }
});
