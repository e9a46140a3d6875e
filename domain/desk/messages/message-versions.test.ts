import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { testTime } from "../../../contracts/testing/clock.ts";
import { givenCompany, givenContact, givenTicket } from "../../../db/testing/given.ts";
import { acting, atDesk, refusal, textFrom } from "../../testing.ts";
import { applyIncomingChange, deleteMessage, listVersions, receiveMessage, sendMessage } from "./index.ts";

test("the texts before edits and deletion are listed for users who may read the message, and for nobody else", async () => {
  const { companyId, queue, connection, ana, bia } = await givenCompany();
  const contact = await givenContact({ companyId });
  const place = { companyId, queueId: queue.id, connectionId: connection.id, contactId: contact.id };
  const ticket = await givenTicket({ ...place, status: "open", userId: ana.id });
  const sender = { phone: contact.number };
  const text = textFrom(connection.id, { body: "são 20 vasos", sender });
  const { messageId } = await atDesk(companyId, (ctx) => receiveMessage(ctx, text));
  const id = messageId ?? "";
  const target = { connectionId: connection.id, chatKey: text.chatKey, targetProviderId: text.providerId };
  const change = { ...target, sender, fromMe: false };
  const later = (seconds: number) => new Date(testTime() + seconds * 1_000);
  await atDesk(companyId, (ctx) =>
    applyIncomingChange(ctx, { ...change, at: later(1), type: "edit", body: "são 30 vasos" }),
  );
  await atDesk(companyId, (ctx) => applyIncomingChange(ctx, { ...change, at: later(2), type: "delete" }));
  expect(await acting(ana, (ctx) => listVersions(ctx, id))).toMatchObject([
    { body: "são 20 vasos", cause: "edit" },
    { body: "são 30 vasos", cause: "delete" },
  ]);
  const own = await acting(ana, (ctx) => sendMessage(ctx, { id: randomUUID(), ticketId: ticket.id, body: "engano" }));
  await acting(ana, (ctx) => deleteMessage(ctx, own.id));
  expect(await acting(ana, (ctx) => listVersions(ctx, own.id))).toMatchObject([{ body: "engano", cause: "delete" }]);
  const stranger = (await givenCompany()).admin;
  for (const other of [bia, stranger])
    expect(await refusal(acting(other, (ctx) => listVersions(ctx, id)))).toMatchObject({
      code: "ERR_NO_MESSAGE_FOUND",
    });
});
