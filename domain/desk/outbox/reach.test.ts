import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { schema } from "../../../db/index.ts";
import { givenCompany, givenPhoneNumber } from "../../../db/testing/given.ts";
import { givenChat, givenConnection } from "../../../db/testing/given-chat.ts";
import { atDesk } from "../../testing.ts";
import { reachOf } from "./index.ts";

const { contactAddresses, contacts } = schema;
type Kind = (typeof contactAddresses.$inferInsert)["kind"];

let companyId: string;
let connectionId: string;
beforeAll(async () => {
  companyId = (await givenCompany()).companyId;
  connectionId = await givenConnection(companyId);
});

async function givenContactChat() {
  const chat = await givenChat(companyId, connectionId);
  const sent = { contactId: chat.contact.id, ticketId: chat.ticketId };
  return {
    ...chat,
    sent,
    async add(kind: Kind, address = givenPhoneNumber()): Promise<string> {
      const row = { companyId, id: randomUUID(), contactId: chat.contact.id, kind, address, matchKey: address };
      await atDesk(companyId, (ctx) => ctx.db.insert(contactAddresses).values(row));
      return address;
    },
    reach: async () => (await atDesk(companyId, (ctx) => reachOf(ctx, [sent]))).get(sent),
    receive: (chatKey: string | null) => chat.write({ fromMe: false, sendAfter: null, chatKey }),
  };
}

test("a contact with one address of each kind is reached at all of them", async () => {
  const { contact, add, reach } = await givenContactChat();
  const [lid, facebook] = [await add("lid"), await add("facebook")];
  expect(await reach()).toEqual({ phone: contact.number, lid, facebook });
});

test("of several addresses of a kind, the one of the conversation's last received message is used", async () => {
  const { add, reach, receive, write, contact } = await givenContactChat();
  const [second, lid] = [await add("phone"), await add("lid")];
  await receive(`${second}@s.whatsapp.net`);
  await receive(null);
  // A message of ours does not show which address the contact uses.
  await write({ chatKey: `${contact.number}@s.whatsapp.net` });
  expect(await reach()).toEqual({ phone: second });
  await receive(`${lid}:7@lid`);
  expect(await reach()).toEqual({ lid });
});

test("without a received message from a known address, the displayed number is used", async () => {
  const { contact, add, reach, receive } = await givenContactChat();
  const second = await add("phone");
  expect(await reach()).toEqual({ phone: contact.number });
  await receive("5531900000000@s.whatsapp.net");
  expect(await reach()).toEqual({ phone: contact.number });
  await atDesk(companyId, (ctx) => ctx.db.update(contacts).set({ number: second }).where(eq(contacts.id, contact.id)));
  expect(await reach()).toEqual({ phone: second });
});

test("each message gets the destination of its own contact, and another company finds none", async () => {
  const [one, other] = [await givenContactChat(), await givenContactChat()];
  const both = [one.sent, other.sent];
  const found = await atDesk(companyId, (ctx) => reachOf(ctx, both));
  expect(both.map((sent) => found.get(sent))).toEqual([{ phone: one.contact.number }, { phone: other.contact.number }]);
  const strange = await atDesk(randomUUID(), (ctx) => reachOf(ctx, both));
  expect(both.map((sent) => strange.get(sent))).toEqual([{}, {}]);
});
