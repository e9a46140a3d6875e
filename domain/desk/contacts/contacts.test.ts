import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { openSequencer, schema } from "../../../db/index.ts";
import { givenCompany, givenContact, givenTicket, testDatabase } from "../../../db/testing/given.ts";
import type { Context } from "../../ground/context.ts";
import { acting, atDesk, refusal, textFrom } from "../../testing.ts";
import { type IncomingMessage, receiveMessage } from "../messages/index.ts";
import { acceptTicket, loadBot, silenceBot } from "../tickets/index.ts";
import {
  addressesOf,
  blockContact,
  contactDocuments,
  createContact,
  deleteContact,
  exportContacts,
  findOrCreateContact,
  listContacts,
  requireContact,
  toggleDisableBot,
  updateContact,
} from "./index.ts";

const { changes, connectionQueues, contacts, messages, tickets } = schema;

const lid = (address: string) => ({ kind: "lid" as const, address });
const phone = (address: string) => ({ kind: "phone" as const, address });
const find = (
  companyId: string,
  ...args: Parameters<typeof findOrCreateContact> extends [unknown, ...infer R] ? R : never
) => atDesk(companyId, (ctx) => findOrCreateContact(ctx, ...args));

test("a contact is found by any of its addresses and keeps the channel's spelling of the phone number", async () => {
  const { companyId } = await givenCompany();
  const first = await find(companyId, { addresses: [phone("5531988887777")], name: "Helena" });
  const again = await find(companyId, { addresses: [lid("77001"), phone("553188887777")], name: "Lena" });
  expect(again).toMatchObject({ id: first.id, name: "Helena", number: "553188887777" });
  expect((await find(companyId, { addresses: [lid("77001")] })).id).toBe(first.id);
  const known = await atDesk(companyId, (ctx) => addressesOf(ctx, [first.id]));
  expect(known.map((address) => address.address).sort()).toEqual(["553188887777", "77001"]);
});

test("a contact named by digits gets the channel's name; an existing name is kept", async () => {
  const { companyId } = await givenCompany();
  expect(await find(companyId, { addresses: [lid("77002")] })).toMatchObject({ name: "77002", number: "" });
  expect(await find(companyId, { addresses: [lid("77002")], name: "Rui" })).toMatchObject({ name: "Rui" });
  expect(await find(companyId, { addresses: [lid("77002"), phone("5511987654321")], name: "Rui P." })).toMatchObject({
    name: "Rui",
    number: "5511987654321",
    search: "rui 5511987654321",
  });
});

test("simultaneous use of a new address, in any combination, creates one contact", async () => {
  const { companyId } = await givenCompany();
  const ways = [[lid("77003")], [phone("5521999998888")], [phone("5521999998888"), lid("77003")]];
  await Promise.all(Array.from({ length: 12 }, (_, n) => find(companyId, { addresses: ways[n % 3] ?? [] })));
  const living = await atDesk(companyId, (ctx) => ctx.db.select().from(contacts));
  expect(living.filter((contact) => contact.mergedIntoId === null)).toHaveLength(1);
});

test("merging two contacts moves addresses, tickets and messages, and the old id redirects", async () => {
  const { companyId, connection, admin } = await givenCompany();
  const receive = (message: Partial<IncomingMessage>) =>
    atDesk(companyId, (ctx) => receiveMessage(ctx, textFrom(connection.id, message)));
  const byLid = await receive({ sender: { lid: "77004", name: "Nina" }, body: "pelo LID" });
  const byPhone = await receive({ sender: { phone: "5531977770000", name: "Nina S." }, body: "pelo número" });
  const former = (await atDesk(companyId, (ctx) => ctx.db.select().from(contacts))).map((contact) => contact.id);
  expect(former).toHaveLength(2);
  await acting(admin, (ctx) => acceptTicket(ctx, byPhone.ticketId as string));

  await receive({ sender: { lid: "77004", phone: "5531977770000" }, body: "os dois" });
  const documents = await atDesk(companyId, (ctx) => contactDocuments(ctx, former));
  expect(documents).toMatchObject([{ name: "Nina", number: "5531977770000" }]);
  const stayed = documents[0]?.id as string;
  for (const id of former) expect((await atDesk(companyId, (ctx) => requireContact(ctx, id))).id).toBe(stayed);
  // The older ticket took in the other one and the agent who was answering there.
  const left = await atDesk(companyId, (ctx) => ctx.db.select().from(tickets));
  expect(left).toMatchObject([
    { id: byLid.ticketId, contactId: stayed, status: "open", userId: admin.id, unreadMessages: 2 },
  ]);
  const moved = await atDesk(companyId, (ctx) => ctx.db.select().from(messages));
  expect(moved.map((message) => [message.ticketId, message.contactId])).toEqual(
    Array(3).fill([byLid.ticketId, stayed]),
  );
});

test("the bot stays silent in a joined ticket if agents have answered in either one; otherwise its menu continues", async () => {
  const { companyId, connection, support } = await givenCompany();
  await atDesk(companyId, (ctx) =>
    ctx.db.insert(connectionQueues).values({ companyId, connectionId: connection.id, queueId: support.id }),
  );
  for (const [number, isAnswered] of [
    ["5531977771001", true],
    ["5531977771002", false],
  ] as const) {
    const receive = (sender: IncomingMessage["sender"]) =>
      atDesk(companyId, (ctx) => receiveMessage(ctx, textFrom(connection.id, { sender })));
    const lid = number.slice(-6);
    const ticketId = (await receive({ lid })).ticketId as string;
    const other = (await receive({ phone: number })).ticketId as string;
    // Both wait: one of them was answered and returned.
    if (isAnswered) await atDesk(companyId, (ctx) => silenceBot(ctx, other));
    await receive({ lid, phone: number });
    const bot = await atDesk(companyId, (ctx) => loadBot(ctx, ticketId));
    expect(bot).toMatchObject({ stage: isAnswered ? "off" : "queues" });
  }
});

test("simultaneous merges from many sides end with one contact and one open ticket", async () => {
  const { companyId, connection } = await givenCompany();
  const senders = [{ lid: "77005" }, { phone: "5531966665555" }, { lid: "77005", phone: "5531966665555" }];
  const receive = (n: number) =>
    atDesk(companyId, (ctx) => receiveMessage(ctx, textFrom(connection.id, { sender: senders[n % 3] ?? {}, seq: n })));
  await Promise.all(Array.from({ length: 18 }, (_, n) => receive(n)));
  await receive(2);
  const living = (await atDesk(companyId, (ctx) => ctx.db.select().from(contacts))).filter((row) => !row.mergedIntoId);
  expect(living).toHaveLength(1);
  expect(await atDesk(companyId, (ctx) => ctx.db.select().from(tickets))).toMatchObject([{ unreadMessages: 19 }]);
  expect(await atDesk(companyId, (ctx) => ctx.db.select().from(messages))).toHaveLength(19);
});

test("a manually created contact needs a valid number that no other contact has", async () => {
  const { companyId, ana } = await givenCompany();
  const id = randomUUID();
  const wanted = { id, name: "José Ávila", number: "(31) 98888-1234", extraInfo: [{ name: "CPF", value: "1" }] };
  const created = await acting(ana, (ctx) => createContact(ctx, wanted));
  expect(created).toMatchObject({ number: "5531988881234", search: "jose avila 5531988881234" });
  expect((await acting(ana, (ctx) => createContact(ctx, wanted))).id).toBe(id);
  const again = { name: "Outro", number: "553188881234" };
  expect(await refusal(acting(ana, (ctx) => createContact(ctx, again)))).toEqual({
    code: "ERR_DUPLICATED_CONTACT",
    details: { contactId: id, name: "José Ávila" },
  });
  const wrong = { name: "Ninguém", number: "12345678" };
  expect((await refusal(acting(ana, (ctx) => createContact(ctx, wrong)))).code).toBe("ERR_WAPP_INVALID_CONTACT");
  const [document] = await atDesk(companyId, (ctx) => contactDocuments(ctx, [id]));
  expect(document?.extraInfo).toMatchObject([{ name: "CPF", value: "1" }]);
});

test("an edit based on an older revision is a conflict; a transfer of the contact's ticket is not", async () => {
  const { companyId, queue, ana, admin } = await givenCompany();
  const contact = await givenContact({ companyId, name: "Lia" });
  const ticket = await givenTicket({ companyId, queueId: queue.id, contactId: contact.id });
  const revNow = async () => {
    await openSequencer(testDatabase()).run(companyId);
    const logged = await atDesk(companyId, (ctx) => ctx.db.select({ rev: changes.rev }).from(changes));
    return Math.max(...logged.map((change) => change.rev ?? 0));
  };
  const baseRev = await revNow();
  await acting(ana, (ctx) => acceptTicket(ctx, ticket.id));
  await acting(ana, (ctx) => updateContact(ctx, contact.id, { name: "Lia Prado" }, { baseRev }));
  for (const numbered of [false, true]) {
    if (numbered) await revNow();
    const refused = await refusal(acting(admin, (ctx) => updateContact(ctx, contact.id, { name: "L." }, { baseRev })));
    expect(refused).toMatchObject({
      code: "ERR_EDIT_CONFLICT",
      details: { contact: { id: contact.id, name: "Lia Prado" } },
    });
  }
  const fresh = await revNow();
  const updated = await acting(admin, (ctx) =>
    updateContact(ctx, contact.id, { email: "l@x.example" }, { baseRev: fresh }),
  );
  expect(updated).toMatchObject({ name: "Lia Prado", email: "l@x.example" });
});

test("changing a number moves the contact's address, and is refused for another contact's number", async () => {
  const { companyId, ana } = await givenCompany();
  const [one, other] = [await givenContact({ companyId }), await givenContact({ companyId })];
  await acting(ana, (ctx) => updateContact(ctx, one.id, { number: "5531955554444" }));
  expect((await find(companyId, { addresses: [phone("5531955554444")] })).id).toBe(one.id);
  expect((await find(companyId, { addresses: [phone(one.number)] })).id).not.toBe(one.id);
  const taking = acting(ana, (ctx) => updateContact(ctx, one.id, { number: other.number }));
  expect((await refusal(taking)).code).toBe("ERR_DUPLICATED_CONTACT");
});

test("blocking and the bot switch are stored; only admins delete, with tickets and merged contacts", async () => {
  const { companyId, ana, admin } = await givenCompany();
  const contact = await find(companyId, { addresses: [lid("77006")] });
  await find(companyId, { addresses: [phone("5531933332222")] });
  await find(companyId, { addresses: [phone("5531933332222"), lid("77006")] });
  await givenTicket({ companyId, contactId: contact.id });
  expect(await acting(ana, (ctx) => blockContact(ctx, contact.id, false))).toMatchObject({ isActive: false });
  expect(await acting(ana, (ctx) => toggleDisableBot(ctx, contact.id))).toMatchObject({ disableBot: true });
  expect((await refusal(acting(ana, (ctx) => deleteContact(ctx, contact.id)))).code).toBe("ERR_NO_PERMISSION");
  await acting(admin, (ctx) => deleteContact(ctx, contact.id));
  expect(await atDesk(companyId, (ctx) => ctx.db.select().from(contacts))).toEqual([]);
});

test("contacts are listed by name in pages of twenty and found without accents; wildcards are literal", async () => {
  const { ana } = await givenCompany();
  for (let n = 0; n < 21; n++)
    await acting(ana, (ctx) =>
      createContact(ctx, { name: `Zé ${String(n).padStart(2, "0")}`, number: `55319${91110000 + n}` }),
    );
  const [first, second] = [
    await acting(ana, (ctx) => listContacts(ctx, {})),
    await acting(ana, (ctx) => listContacts(ctx, { page: 2 })),
  ];
  expect([first.contacts.length, first.hasMore, second.contacts.length, second.hasMore]).toEqual([20, true, 1, false]);
  expect((await acting(ana, (ctx) => listContacts(ctx, { search: "ZE 07" }))).contacts).toHaveLength(1);
  expect((await acting(ana, (ctx) => listContacts(ctx, { search: "ze%07" }))).contacts).toEqual([]);
});

const verbs: [string, (ctx: Context, id: string) => Promise<unknown>][] = [
  ["require", requireContact],
  ["update", (ctx, id) => updateContact(ctx, id, { name: "Meu" })],
  ["block", (ctx, id) => blockContact(ctx, id, false)],
  ["toggle", toggleDisableBot],
  ["delete", deleteContact],
];
test.each(verbs)("%s: another company's contact does not exist", async (_name, verb) => {
  const { companyId } = await givenCompany();
  const contact = await givenContact({ companyId });
  const { admin } = await givenCompany();
  expect((await refusal(acting(admin, (ctx) => verb(ctx, contact.id)))).code).toBe("ERR_NO_CONTACT_FOUND");
  expect(
    await atDesk(companyId, (ctx) => ctx.db.select().from(contacts).where(eq(contacts.id, contact.id))),
  ).toMatchObject([{ name: "Helena Sampaio", isActive: true }]);
});

test("list, export and device sort contacts by name in the language's order", async () => {
  const { companyId, ana } = await givenCompany();
  const names = ["Zé", "Ábaco", "cláudia", "Cliente", "Débora", "Dona Iracema", "ana paula", "Ana"];
  for (const name of names) await givenContact({ companyId, name });
  const byName = ["Ábaco", "Ana", "ana paula", "cláudia", "Cliente", "Débora", "Dona Iracema", "Zé"];
  const { contacts: listed } = await acting(ana, (ctx) => listContacts(ctx, {}));
  expect(listed.map(({ name }) => name)).toEqual(byName);
  // A device walks its contacts in the order of this text.
  const onDevice = [...listed].sort((a, b) => (a.search < b.search ? -1 : 1));
  expect(onDevice.map(({ name }) => name)).toEqual(byName);
  const exported = await acting(ana, (ctx) => exportContacts(ctx, {}, null));
  const rest = await acting(ana, (ctx) => exportContacts(ctx, {}, exported[3] ?? null));
  expect([exported, rest].map((rows) => rows.map(({ name }) => name))).toEqual([byName, byName.slice(4)]);
});
