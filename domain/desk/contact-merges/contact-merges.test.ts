import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { testNow, testTime } from "../../../contracts/testing/clock.ts";
import { schema } from "../../../db/index.ts";
import { givenAgent, givenCompany, givenTicket } from "../../../db/testing/given.ts";
import type { Context } from "../../ground/context.ts";
import { acting, atDesk, refusal, textFrom } from "../../testing.ts";
import { addressesOf, contactDocuments, createContact, findOrCreateContact, updateContact } from "../contacts/index.ts";
import { receiveMessage, sendMessage } from "../messages/index.ts";
import { addNote, listNotes } from "../notes/index.ts";
import { nextOutgoing } from "../outbox/index.ts";
import { createSchedule } from "../schedules/index.ts";
import { acceptTicket, closeTicket, createTicket } from "../tickets/index.ts";
import { listMerges, mergeOnRequest, undoMerge } from "./index.ts";

const { contacts, messages, schedules, tickets } = schema;

/** In order of creation. */
const documentsOf = async (companyId: string, ids: string[]) =>
  (await atDesk(companyId, (ctx) => contactDocuments(ctx, ids))).sort((a, b) => (a.id < b.id ? -1 : 1));

async function givenTwo() {
  const company = await givenCompany();
  const { companyId, connection, admin } = company;
  const [elder, younger] = ["5531955501001", "5531955501002"];
  const write = (phone: string, body: string, at = testNow()) =>
    atDesk(companyId, (ctx) => receiveMessage(ctx, textFrom(connection.id, { sender: { phone }, body, at })), at);
  const by = (phone: string) =>
    atDesk(companyId, (ctx) => findOrCreateContact(ctx, { addresses: [{ kind: "phone", address: phone }] }));
  const first = await acting(admin, (ctx) =>
    createContact(ctx, { name: "Rita Loja", number: elder, extraInfo: [{ name: "CPF", value: "1" }] }),
  );
  const second = await acting(admin, (ctx) =>
    createContact(ctx, {
      name: "Rita Casa",
      number: younger,
      email: "rita@x.example",
      extraInfo: [{ name: "Bairro", value: "Sul" }],
    }),
  );
  const rows = (ticketId: string) =>
    atDesk(companyId, (ctx) =>
      ctx.db
        .select({ body: messages.body, contactId: messages.contactId })
        .from(messages)
        .where(and(eq(messages.companyId, companyId), eq(messages.ticketId, ticketId)))
        .orderBy(messages.createdAt, messages.id),
    );
  const desk = () =>
    atDesk(companyId, (ctx) =>
      ctx.db.select().from(tickets).where(eq(tickets.companyId, companyId)).orderBy(tickets.number),
    );
  return { ...company, elder, younger, first, second, write, by, rows, desk };
}

test("a merge keeps name and number of the contact named first; undoing restores both contacts", async () => {
  const { companyId, admin, first, second, write, desk, elder, younger } = await givenTwo();
  const [one, other] = [await write(elder, "da loja"), await write(younger, "de casa")];
  await acting(admin, (ctx) => acceptTicket(ctx, other.ticketId as string));
  const plan = await acting(admin, (ctx) =>
    createSchedule(ctx, {
      contactId: second.id,
      body: "Até amanhã!",
      sendAt: "2030-01-01T10:00:00.000Z",
      userId: null,
      fileId: null,
      isMarketing: false,
    }),
  );
  const before = await desk();

  const merged = await acting(admin, (ctx) => mergeOnRequest(ctx, second.id, first.id));
  expect(merged.contactId).toBe(first.id);
  const [document] = await documentsOf(companyId, [first.id, second.id]);
  expect(document).toMatchObject({
    id: first.id,
    name: "Rita Casa",
    number: younger,
    email: "rita@x.example",
    extraInfo: [{ name: "CPF" }, { name: "Bairro" }],
  });
  // One ticket, assigned to the agent who was answering; both numbers lead to it.
  expect(await desk()).toMatchObject([{ id: one.ticketId, status: "open", userId: admin.id, contactId: first.id }]);
  expect((await atDesk(companyId, (ctx) => addressesOf(ctx, [first.id]))).length).toBe(2);
  const planOf = () =>
    atDesk(
      companyId,
      async (ctx) => (await ctx.db.select().from(schedules).where(eq(schedules.id, plan.id)))[0]?.contactId,
    );
  expect(await planOf()).toBe(first.id);

  const [listed] = await acting(admin, (ctx) => listMerges(ctx, second.id));
  expect(listed).toMatchObject({ id: merged.mergeId, name: "Rita Casa", user: { name: "Marina" }, canUndo: true });
  expect(await acting(admin, (ctx) => undoMerge(ctx, merged.mergeId as string))).toEqual({
    keptId: first.id,
    goneId: second.id,
  });
  expect((await desk()).map(({ updatedAt: _, ...ticket }) => ticket)).toEqual(
    before.map(({ updatedAt: _, ...ticket }) => ticket),
  );
  expect(await documentsOf(companyId, [first.id, second.id])).toMatchObject([
    { name: "Rita Loja", number: elder, email: "", extraInfo: [{ name: "CPF" }] },
    { name: "Rita Casa", number: younger, extraInfo: [{ name: "Bairro" }] },
  ]);
  expect(await planOf()).toBe(second.id);
  expect(await acting(admin, (ctx) => listMerges(ctx, first.id))).toEqual([]);
});

test("messages after the merge stay with the kept contact, in the joined ticket and in one that had moved whole", async () => {
  const { companyId, admin, first, second, write, rows, desk, elder, younger } = await givenTwo();
  const early = (minutes: number) => new Date(testTime() - minutes * 60_000);
  const other = await write(younger, "antes", early(30));
  const { mergeId } = await acting(admin, (ctx) => mergeOnRequest(ctx, first.id, second.id), early(20));
  // From either number it is one person.
  const since = await write(elder, "depois", early(10));
  expect(since.ticketId).toBe(other.ticketId);
  await acting(admin, (ctx) => acceptTicket(ctx, other.ticketId as string));
  await acting(admin, (ctx) => addNote(ctx, { ticketId: other.ticketId as string, note: "Prefere a loja" }));
  await acting(admin, (ctx) => undoMerge(ctx, mergeId as string));
  const [former, stays] = await desk();
  const notesOf = (ticketId = "") => acting(admin, (ctx) => listNotes(ctx, { ticketId }));
  expect([await notesOf(former?.id), await notesOf(stays?.id)]).toMatchObject([[], [{ note: "Prefere a loja" }]]);
  expect(former).toMatchObject({ id: other.ticketId, contactId: second.id, status: "pending", unreadMessages: 0 });
  expect(stays).toMatchObject({
    contactId: first.id,
    status: "open",
    userId: admin.id,
    number: (former?.number ?? 0) + 1,
  });
  expect(await rows(former?.id ?? "")).toEqual([{ body: "antes", contactId: second.id }]);
  expect(await rows(stays?.id ?? "")).toEqual([{ body: "depois", contactId: first.id }]);

  const again = await acting(admin, (ctx) => mergeOnRequest(ctx, first.id, second.id));
  await write(younger, "já unidos");
  await acting(admin, (ctx) => closeTicket(ctx, stays?.id ?? ""));
  await acting(admin, (ctx) => undoMerge(ctx, again.mergeId as string));
  expect((await rows(stays?.id ?? "")).map(({ body }) => body)).toEqual(["depois", "já unidos"]);
  expect(await rows(former?.id ?? "")).toEqual([{ body: "antes", contactId: second.id }]);
  // The service of the joined ticket has ended.
  expect((await desk()).map(({ status }) => status)).toEqual(["closed", "closed"]);
  const loose = await atDesk(companyId, (ctx) =>
    ctx.db.select().from(messages).where(eq(messages.companyId, companyId)),
  );
  expect(loose).toHaveLength(3);
});

test("later changes by users stay; what a channel learned about the other contact returns with it", async () => {
  const { companyId, connection, admin, first, second, by, younger } = await givenTwo();
  const { mergeId } = await acting(admin, (ctx) => mergeOnRequest(ctx, second.id, first.id));
  await acting(admin, (ctx) =>
    updateContact(ctx, second.id, {
      name: "Rita Prado",
      extraInfo: [
        { name: "CPF", value: "1" },
        { name: "Bairro", value: "Sul" },
        { name: "Cor", value: "azul" },
      ],
    }),
  );
  const both = { lid: "99001", phone: younger };
  await atDesk(companyId, (ctx) => receiveMessage(ctx, textFrom(connection.id, { sender: both, body: "oi" })));
  await acting(admin, (ctx) => undoMerge(ctx, mergeId as string));
  const [one, other] = await documentsOf(companyId, [first.id, second.id]);
  expect(one).toMatchObject({ name: "Rita Prado", extraInfo: [{ name: "CPF" }, { name: "Cor" }] });
  expect(other).toMatchObject({ name: "Rita Casa", number: younger, extraInfo: [{ name: "Bairro" }] });
  await atDesk(companyId, (ctx) => receiveMessage(ctx, textFrom(connection.id, { sender: both, body: "eu de novo" })));
  expect((await by(younger)).id).toBe(second.id);
});

test("merging and undoing are idempotent, and the last merge is undone first", async () => {
  const { companyId, admin, first, second } = await givenTwo();
  const third = await acting(admin, (ctx) => createContact(ctx, { name: "Rita 3", number: "5531955501003" }));
  const merge = (a: string, b: string) => acting(admin, (ctx) => mergeOnRequest(ctx, a, b));
  const [once, twice] = [await merge(first.id, second.id), await merge(second.id, first.id)];
  expect(twice).toEqual(once);
  // The merged contact still names them.
  const { mergeId: later } = await merge(second.id, third.id);
  const early = acting(admin, (ctx) => undoMerge(ctx, once.mergeId as string));
  expect(await refusal(early)).toMatchObject({ code: "ERR_MERGE_NOT_LAST", details: { mergeId: later } });
  for (const mergeId of [later, once.mergeId, once.mergeId])
    await acting(admin, (ctx) => undoMerge(ctx, mergeId as string));
  const living = await atDesk(companyId, (ctx) => contactDocuments(ctx, [first.id, second.id, third.id]));
  expect(living.map(({ name }) => name).sort()).toEqual(["Rita 3", "Rita Casa", "Rita Loja"]);
});

test("a supervisor may merge, an agent may not, a group cannot be merged, and another company's contacts do not exist", async () => {
  const { companyId, ana, first, second } = await givenTwo();
  const supervisor = await givenAgent({ companyId, profile: "supervisor" });
  const stranger = (await givenCompany()).admin;
  const merge = (ctx: Context) => mergeOnRequest(ctx, first.id, second.id);
  expect((await refusal(acting(ana, merge))).code).toBe("ERR_NO_PERMISSION");
  expect((await refusal(acting(stranger, merge))).code).toBe("ERR_NO_CONTACT_FOUND");
  const group = await atDesk(companyId, (ctx) =>
    findOrCreateContact(ctx, { addresses: [{ kind: "group", address: "1@g.us" }], isGroup: true }),
  );
  const withGroup = acting(supervisor, (ctx) => mergeOnRequest(ctx, first.id, group.id));
  expect((await refusal(withGroup)).code).toBe("ERR_MERGE_GROUP");
  const { mergeId } = await acting(supervisor, merge);
  const undo = (ctx: Context) => undoMerge(ctx, mergeId as string);
  expect((await refusal(acting(ana, undo))).code).toBe("ERR_NO_PERMISSION");
  expect((await refusal(acting(stranger, undo))).code).toBe("ERR_NO_MERGE_FOUND");
  expect((await refusal(acting(stranger, (ctx) => listMerges(ctx, first.id)))).code).toBe("ERR_NO_CONTACT_FOUND");
  expect(await acting(ana, (ctx) => listMerges(ctx, first.id))).toMatchObject([{ canUndo: false }]);
  await acting(supervisor, undo);
});

test("two tickets without a connection are joined, too, and tickets deleted by an admin do not return", async () => {
  const { companyId, admin, first, second, desk } = await givenTwo();
  const [, , kept] = [
    await givenTicket({ companyId, contactId: second.id, status: "pending" }),
    await givenTicket({ companyId, contactId: second.id, status: "closed" }),
    await givenTicket({ companyId, contactId: first.id, status: "pending" }),
  ];
  const { mergeId } = await acting(admin, (ctx) => mergeOnRequest(ctx, first.id, second.id));
  expect(await desk()).toHaveLength(2);
  await atDesk(companyId, (ctx) => ctx.db.delete(tickets).where(eq(tickets.id, kept.id)));
  await acting(admin, (ctx) => undoMerge(ctx, mergeId as string));
  expect(await desk()).toMatchObject([{ contactId: second.id, status: "closed" }]);
  const { mergedIntoId } = (
    await atDesk(companyId, (ctx) => ctx.db.select().from(contacts).where(eq(contacts.id, second.id)))
  )[0] ?? { mergedIntoId: "?" };
  expect(mergedIntoId).toBeNull();
});

test("a reply goes to the number that the customer last wrote from, otherwise to the displayed one", async () => {
  const { companyId, connection, admin, first, second, write, elder, younger } = await givenTwo();
  await acting(admin, (ctx) => mergeOnRequest(ctx, second.id, first.id));
  let at = testTime() + 1_000;
  const answered = async (ticketId: string) => {
    at += 1_000;
    const id = randomUUID();
    await acting(admin, (ctx) => sendMessage(ctx, { id, ticketId, body: "Olá!" }), new Date(at));
    const [outgoing] = await atDesk(companyId, (ctx) => nextOutgoing(ctx, connection.id), new Date(at + 1));
    await atDesk(companyId, (ctx) => ctx.db.update(messages).set({ sendAfter: null }).where(eq(messages.id, id)));
    return outgoing?.to;
  };
  const opened = await acting(admin, (ctx) => createTicket(ctx, { contactId: first.id, connectionId: connection.id }));
  expect(await answered(opened.id)).toEqual({ phone: younger });
  for (const phone of [elder, younger]) {
    at += 1_000;
    await write(phone, "oi", new Date(at));
    expect(await answered(opened.id)).toEqual({ phone });
  }
});
