import { isNull } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { schema } from "../../../db/index.ts";
import { agentOf } from "../../testing/agent-actions.ts";
import {
  givenLinkedConnection,
  openTestEnvironment,
  type TestCompany,
  type TestEnvironment,
  until,
} from "../../testing/given-connection.ts";

const { contacts, contactAddresses, ticketEvents } = schema;

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await openTestEnvironment();
  await environment.connector({ acceptWithinMs: 400 });
});
afterAll(() => environment.close());

const people = (company: TestCompany) =>
  company.inside((db) => db.select().from(contacts).where(isNull(contacts.mergedIntoId)));
const bodies = async (company: TestCompany) => (await company.messages()).map(({ body }) => body);
const arrives = (company: TestCompany, body: string) => until(async () => (await bodies(company)).includes(body));
const held = (company: TestCompany) => company.inside((db) => db.select().from(contactAddresses));

test("a number and a LID with a ticket each are merged into one contact and one ticket with all messages", async () => {
  const { company, shop } = await givenLinkedConnection(environment.database, environment.emulator);
  const agent = agentOf(company, environment.dataDir);
  const ana = environment.emulator.createContact({ name: "Ana" });
  const opened = await agent.openTicketWith(ana.phone);
  const written = await agent.write(opened, "podemos conversar?");
  await until(async () => (await company.messages()).find(({ id }) => id === written)?.ack === 1);
  ana.hidesOtherAddress = true;
  await ana.sendText(shop, "quem é?");
  await arrives(company, "quem é?");
  expect([(await people(company)).length, (await company.tickets()).length]).toEqual([2, 2]);
  ana.hidesOtherAddress = false;
  await ana.sendText(shop, "ah, sim");
  await arrives(company, "ah, sim");

  const [one, ...others] = await people(company);
  expect(others).toEqual([]);
  expect(one?.number).toBe(ana.phone);
  const [ticket, ...rest] = await company.tickets();
  expect(rest).toEqual([]);
  expect(ticket).toMatchObject({ status: "open", contactId: one?.id });
  const stored = await company.messages();
  expect(stored.map(({ body }) => body).sort()).toEqual(["ah, sim", "podemos conversar?", "quem é?"]);
  expect(stored.every(({ ticketId, contactId }) => ticketId === ticket?.id && contactId === one?.id)).toBe(true);
  await agent.write(ticket?.id ?? "", "que bom");
  await until(() => ana.messages.shownWith(shop.phone).length === 4);
});

test("a contact saved with the ninth digit matches the sender without it, and is answered at the channel's number", async () => {
  const { company, shop } = await givenLinkedConnection(environment.database, environment.emulator);
  const agent = agentOf(company, environment.dataDir);
  const ticketId = await agent.openTicketWith("5531988127733");
  const rui = environment.emulator.createContact({ phone: "553188127733", name: "Rui" });
  await rui.sendText(shop, "bom dia");
  await arrives(company, "bom dia");
  expect(await people(company)).toMatchObject([{ number: "553188127733" }]);
  expect(await company.tickets()).toMatchObject([{ id: ticketId, unreadMessages: 1 }]);
  await agent.write(ticketId, "bom dia, Rui");
  await until(() => rui.messages.shownWith(shop.phone).length === 2);
});

test("a contact who changes numbers keeps the ticket, and the old number becomes a new contact", async () => {
  const { company, shop } = await givenLinkedConnection(environment.database, environment.emulator);
  const agent = agentOf(company, environment.dataDir);
  const eva = environment.emulator.createContact({ name: "Eva" });
  await eva.sendText(shop, "vou trocar de número");
  await arrives(company, "vou trocar de número");
  const [ticket] = await company.tickets();
  shop.onlineCompanions[0]?.drop();
  const next = eva.changeNumber("5531977001122");
  await until(async () => (await people(company))[0]?.number === "5531977001122");
  await next.sendText(shop, "sou eu");
  await arrives(company, "sou eu");
  expect(await company.tickets()).toMatchObject([{ id: ticket?.id, unreadMessages: 2 }]);
  await agent.write(ticket?.id ?? "", "anotado");
  await until(() => next.messages.shownWith(shop.phone).length === 2);
  const events = await company.inside((db) => db.select().from(ticketEvents));
  expect(events.filter(({ type }) => type === "numberChanged")).toMatchObject([
    { details: { numbers: { from: eva.phone, to: "5531977001122" } } },
  ]);
  expect((await held(company)).map(({ address }) => address).sort()).toEqual([next.phone, next.lid].sort());

  await eva.sendText(shop, "acabei de comprar este chip");
  await arrives(company, "acabei de comprar este chip");
  expect((await people(company)).map(({ number }) => number).sort()).toEqual([eva.phone, next.phone].sort());
});

test("a contact who writes from the new number before the number change arrives is merged", async () => {
  const { company, shop } = await givenLinkedConnection(environment.database, environment.emulator);
  const leo = environment.emulator.createContact({ name: "Leo" });
  await leo.sendText(shop, "oi");
  await arrives(company, "oi");
  const early = environment.emulator.createContact({ phone: "5531977003344", name: "Leo" });
  await early.sendText(shop, "é o Leo");
  await arrives(company, "é o Leo");
  expect(await company.tickets()).toHaveLength(2);
  leo.changeNumber("5531977003344");
  await until(async () => (await people(company)).length === 1);
  expect(await people(company)).toMatchObject([{ number: "5531977003344" }]);
  expect(await company.tickets()).toMatchObject([{ unreadMessages: 2, status: "pending" }]);
  expect(await bodies(company)).toEqual(["oi", "é o Leo"]);
});
