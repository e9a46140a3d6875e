import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { EDIT_WITHIN_MS } from "../../../contracts/desk/bodies/message-edit.ts";
import { testTime } from "../../../contracts/testing/clock.ts";
import { schema } from "../../../db/index.ts";
import { givenCompany, givenContact, givenTicket } from "../../../db/testing/given.ts";
import { acting, atDesk, refusal, textFrom } from "../../testing.ts";
import {
  markAccepted,
  markEdited,
  markFailed,
  markSending,
  nextEdits,
  postponeEdit,
  refuseEdit,
  resumeEdits,
} from "../outbox/index.ts";
import { closeTicket, ticketDocuments } from "../tickets/index.ts";
import {
  applyIncomingChange,
  deleteMessage,
  editMessage,
  listVersions,
  messageRows,
  receiveMessage,
  sendMessage,
} from "./index.ts";

const { connections } = schema;

async function given() {
  const company = await givenCompany();
  const { companyId, queue, connection, ana, admin } = company;
  const contact = await givenContact({ companyId, name: "Helena Sampaio" });
  const place = { companyId, queueId: queue.id, connectionId: connection.id, contactId: contact.id };
  const ticket = await givenTicket({ ...place, status: "open", userId: ana.id });
  const start = testTime();
  const write = (body = "Bom dia, Helana!") =>
    acting(ana, (ctx) => sendMessage(ctx, { id: randomUUID(), ticketId: ticket.id, body }));
  const hand = (messageId: string, providerId: string) =>
    atDesk(companyId, (ctx) => markSending(ctx, { messageId, chatKey: "chat", providerId }));
  const accept = (providerId: string) =>
    atDesk(companyId, (ctx) => markAccepted(ctx, { connectionId: connection.id, providerId, at: new Date(start) }));
  /** A message that the channel has. */
  const sent = async (body?: string) => {
    const { id } = await write(body);
    const providerId = randomUUID();
    await hand(id, providerId);
    await accept(providerId);
    return { id, providerId };
  };
  const edit = (messageId: string, body: string, agent = ana, afterMs = 1_000) =>
    acting(agent, (ctx) => editMessage(ctx, { messageId, body }), new Date(start + afterMs));
  const due = (afterMs = 5_000) => atDesk(companyId, (ctx) => nextEdits(ctx, connection.id), new Date(start + afterMs));
  const row = async (id: string) => (await acting(ana, (ctx) => messageRows(ctx, [id])))[0];
  const versions = async (id: string) =>
    (await acting(ana, (ctx) => listVersions(ctx, id))).map(({ body, cause }) => [cause, body]);
  const phoneEdits = (targetProviderId: string, body: string, afterMs: number) =>
    atDesk(companyId, (ctx) =>
      applyIncomingChange(ctx, {
        ...{ connectionId: connection.id, chatKey: "chat", targetProviderId, at: new Date(start + afterMs) },
        ...{ sender: { phone: contact.number }, fromMe: true, type: "edit", body },
      }),
    );
  return { ...company, admin, contact, ticket, write, hand, accept, sent, edit, due, row, versions, phoneEdits, start };
}

test("an edited message shows the new text, keeps the old one, and the channel gets the last edit once", async () => {
  const { ana, companyId, connection, ticket, sent, edit, due, row, versions } = await given();
  const { id, providerId } = await sent();
  await edit(id, "Bom dia, Helena!", ana, 1_000);
  await edit(id, "Bom dia, Helena.", ana, 2_000);
  expect(await row(id)).toMatchObject({ body: "Bom dia, Helena.", editedAt: expect.any(String) });
  expect(await versions(id)).toEqual([
    ["edit", "Bom dia, Helana!"],
    ["edit", "Bom dia, Helena!"],
  ]);
  const [document] = await acting(ana, (ctx) => ticketDocuments(ctx, [ticket.id]));
  expect(document?.lastMessage?.body).toBe("Bom dia, Helena.");
  const last = { messageId: id, turn: 2, body: "Bom dia, Helena." };
  expect(await due()).toEqual([{ ...last, chatKey: "chat", providerId, isTooLate: false }]);

  const later = { ...last, until: new Date(testTime() + 3_600_000) };
  expect(await atDesk(companyId, (ctx) => postponeEdit(ctx, later))).toBe(true);
  expect(await due()).toEqual([]);
  // The sender died before it stored the answer: the same edit is sent again, no other.
  await atDesk(companyId, (ctx) => resumeEdits(ctx, connection.id));
  expect(await due()).toMatchObject([last]);
  await atDesk(companyId, (ctx) => markEdited(ctx, last));
  await edit(id, "Bom dia, Helena.", ana, 3_000);
  expect(await due()).toEqual([]);
  expect(await versions(id)).toHaveLength(2);
});

test("a message that was never sent goes out with the new text; one being sent is edited afterwards", async () => {
  const { write, hand, accept, edit, due, row, versions } = await given();
  const { id } = await write("Bom di");
  await edit(id, "Bom dia");
  expect(await row(id)).toMatchObject({ body: "Bom dia", editedAt: null });
  expect([await versions(id), await due()]).toEqual([[], []]);
  // The message is sent with its present text, whatever the sender read before.
  expect(await hand(id, "3EB0")).toEqual({ body: "Bom dia" });
  await edit(id, "Boa tarde");
  expect(await due()).toEqual([]);
  await accept("3EB0");
  expect(await due()).toMatchObject([{ turn: 1, body: "Boa tarde" }]);
});

test("its author and admins may edit a message; a colleague may not, and for others it does not exist", async () => {
  const { admin, bia, ana, sent, edit, row } = await given();
  const stranger = await givenCompany();
  const { id } = await sent();
  const colleague = { ...bia, queueIds: ana.queueIds, allTicket: true, answersOthers: true };
  expect((await refusal(edit(id, "Outra", colleague))).code).toBe("ERR_NO_PERMISSION");
  expect((await refusal(edit(id, "Outra", bia))).code).toBe("ERR_NO_MESSAGE_FOUND");
  expect((await refusal(edit(id, "Outra", stranger.admin))).code).toBe("ERR_NO_MESSAGE_FOUND");
  await edit(id, "Da chefia", admin);
  expect(await row(id)).toMatchObject({ body: "Da chefia" });
});

test("only own, sent, undeleted text messages within the channel's time limit, on channels with edits, can be edited", async () => {
  const { ana, companyId, connection, contact, ticket, sent, write, hand, edit, start } = await given();
  const refused = async (id: string, body = "Outra", afterMs?: number) =>
    (await refusal(edit(id, body, ana, afterMs))).code;
  const { id } = await sent();
  expect(await refused(id, "  ")).toBe("ERR_MESSAGE_EMPTY");
  expect(await refused(id, "Outra", EDIT_WITHIN_MS + 1)).toBe("ERR_EDIT_TOO_LATE");
  await edit(id, "A tempo", ana, EDIT_WITHIN_MS);

  const theirs = textFrom(connection.id, { sender: { phone: contact.number } });
  const byPhone = textFrom(connection.id, { fromMe: true, sender: { phone: contact.number } });
  for (const incoming of [theirs, byPhone]) {
    const { messageId } = await atDesk(companyId, (ctx) => receiveMessage(ctx, incoming));
    expect(await refused(messageId ?? "")).toBe("ERR_MESSAGE_NOT_EDITABLE");
  }
  const deleted = await sent("Engano");
  await acting(ana, (ctx) => deleteMessage(ctx, deleted.id));
  expect(await refused(deleted.id)).toBe("ERR_MESSAGE_NOT_EDITABLE");
  const failed = await write("Falhou");
  await hand(failed.id, "3EB9");
  await atDesk(companyId, (ctx) => markFailed(ctx, { messageId: failed.id, code: "ERR_SENDING_WAPP_MSG" }));
  expect(await refused(failed.id)).toBe("ERR_MESSAGE_NOT_EDITABLE");
  // A message that was not sent yet can always be edited.
  const waiting = await write("Ainda aqui");
  await edit(waiting.id, "Ainda aqui!", ana, 2 * EDIT_WITHIN_MS);

  await atDesk(companyId, (ctx) =>
    ctx.db.update(connections).set({ channel: "instagram" }).where(eq(connections.id, connection.id)),
  );
  expect(await refused(id)).toBe("ERR_MESSAGE_NOT_EDITABLE");
  await acting(ana, (ctx) => closeTicket(ctx, ticket.id), new Date(start + 1_000));
  expect(await refused(id)).toMatch(/ERR_TICKET_CLOSED|ERR_NO_MESSAGE_FOUND/);
});

test("edits on the phone and on the desk agree on the later one, and ours never reverts the phone's", async () => {
  const { ana, sent, edit, due, row, versions, phoneEdits, start } = await given();
  const { id, providerId } = await sent("um");
  await edit(id, "dois", ana, 10_000);
  // The channel's times are whole seconds: the same second is not earlier.
  const second = (ms: number) => ms - ((start + ms) % 1_000);
  await phoneEdits(providerId, "três", second(10_000));
  expect(await row(id)).toMatchObject({ body: "três" });
  expect(await due(20_000)).toEqual([]);
  await phoneEdits(providerId, "três", second(10_000));
  expect(await versions(id)).toHaveLength(2);
  await edit(id, "quatro", ana, 30_000);
  await phoneEdits(providerId, "antigo", 20_000);
  expect(await row(id)).toMatchObject({ body: "quatro" });
  expect(await due(40_000)).toMatchObject([{ body: "quatro" }]);
});

test("an edit that the channel refuses is reverted and its text kept as a version", async () => {
  const { ana, companyId, sent, edit, due, row, versions } = await given();
  const { id } = await sent("um");
  await edit(id, "dois", ana, 1_000);
  const [first] = await due();
  await edit(id, "três", ana, 2_000);
  // The first has arrived meanwhile; the second will not.
  if (first) await atDesk(companyId, (ctx) => markEdited(ctx, first));
  await atDesk(companyId, (ctx) => refuseEdit(ctx, { messageId: id, turn: 1 }));
  expect(await row(id)).toMatchObject({ body: "três" });
  await atDesk(companyId, (ctx) => refuseEdit(ctx, { messageId: id, turn: 2 }));
  expect(await row(id)).toMatchObject({ body: "dois" });
  expect(await versions(id)).toContainEqual(["refused", "três"]);
  expect(await due()).toEqual([]);
  // Two edits that were never sent leave no version.
  await edit(id, "quatro", ana, 3_000);
  await edit(id, "cinco", ana, 4_000);
  await atDesk(companyId, (ctx) => refuseEdit(ctx, { messageId: id, turn: 4 }));
  expect(await row(id)).toMatchObject({ body: "dois" });
});

test("an edit that could not be sent in time is given up", async () => {
  const { ana, sent, edit, due } = await given();
  const { id } = await sent("um");
  await edit(id, "dois", ana, EDIT_WITHIN_MS);
  expect(await due(EDIT_WITHIN_MS + 60_000)).toMatchObject([{ isTooLate: false }]);
  expect(await due(2 * EDIT_WITHIN_MS)).toMatchObject([{ isTooLate: true }]);
});

test("nothing is sent about a deleted message", async () => {
  const { ana, sent, edit, due } = await given();
  const { id } = await sent("um");
  await edit(id, "dois");
  await acting(ana, (ctx) => deleteMessage(ctx, id));
  expect(await due()).toEqual([]);
});
