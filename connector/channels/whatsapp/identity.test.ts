import { isNull } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { schema } from "../../../db/index.ts";
import { agentOf } from "../../testing/given-agent-words.ts";
import { type Desk, givenLinked, openWorld, until, type World } from "../../testing/given-desk.ts";

const { contacts, contactAddresses, ticketEvents } = schema;

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await world.connector({ acceptWithinMs: 400 });
});
afterAll(() => world.close());

const people = (desk: Desk) => desk.inside((db) => db.select().from(contacts).where(isNull(contacts.mergedIntoId)));
const bodies = async (desk: Desk) => (await desk.messages()).map(({ body }) => body);
const arrives = (desk: Desk, body: string) => until(async () => (await bodies(desk)).includes(body));
const held = (desk: Desk) => desk.inside((db) => db.select().from(contactAddresses));

test("a number and a LID with a ticket each are merged into one contact and one ticket with all messages", async () => {
  const { desk, shop } = await givenLinked(world.database, world.emulator);
  const agent = agentOf(desk, world.dataDir);
  const ana = world.emulator.createContact({ name: "Ana" });
  const opened = await agent.openTicketWith(ana.phone);
  const written = await agent.write(opened, "podemos conversar?");
  await until(async () => (await desk.messages()).find(({ id }) => id === written)?.ack === 1);
  ana.hidesOtherAddress = true;
  await ana.sendText(shop, "quem é?");
  await arrives(desk, "quem é?");
  expect([(await people(desk)).length, (await desk.tickets()).length]).toEqual([2, 2]);
  ana.hidesOtherAddress = false;
  await ana.sendText(shop, "ah, sim");
  await arrives(desk, "ah, sim");

  const [one, ...others] = await people(desk);
  expect(others).toEqual([]);
  expect(one?.number).toBe(ana.phone);
  const [ticket, ...rest] = await desk.tickets();
  expect(rest).toEqual([]);
  expect(ticket).toMatchObject({ status: "open", contactId: one?.id });
  const stored = await desk.messages();
  expect(stored.map(({ body }) => body).sort()).toEqual(["ah, sim", "podemos conversar?", "quem é?"]);
  expect(stored.every(({ ticketId, contactId }) => ticketId === ticket?.id && contactId === one?.id)).toBe(true);
  await agent.write(ticket?.id ?? "", "que bom");
  await until(() => ana.messages.shownWith(shop.phone).length === 4);
});

test("a contact saved with the ninth digit matches the sender without it, and is answered at the channel's number", async () => {
  const { desk, shop } = await givenLinked(world.database, world.emulator);
  const agent = agentOf(desk, world.dataDir);
  const ticketId = await agent.openTicketWith("5531988127733");
  const rui = world.emulator.createContact({ phone: "553188127733", name: "Rui" });
  await rui.sendText(shop, "bom dia");
  await arrives(desk, "bom dia");
  expect(await people(desk)).toMatchObject([{ number: "553188127733" }]);
  expect(await desk.tickets()).toMatchObject([{ id: ticketId, unreadMessages: 1 }]);
  await agent.write(ticketId, "bom dia, Rui");
  await until(() => rui.messages.shownWith(shop.phone).length === 2);
});

test("a contact who changes numbers keeps the ticket, and the old number becomes a new contact", async () => {
  const { desk, shop } = await givenLinked(world.database, world.emulator);
  const agent = agentOf(desk, world.dataDir);
  const eva = world.emulator.createContact({ name: "Eva" });
  await eva.sendText(shop, "vou trocar de número");
  await arrives(desk, "vou trocar de número");
  const [ticket] = await desk.tickets();
  shop.onlineCompanions[0]?.drop();
  const next = eva.changeNumber("5531977001122");
  await until(async () => (await people(desk))[0]?.number === "5531977001122");
  await next.sendText(shop, "sou eu");
  await arrives(desk, "sou eu");
  expect(await desk.tickets()).toMatchObject([{ id: ticket?.id, unreadMessages: 2 }]);
  await agent.write(ticket?.id ?? "", "anotado");
  await until(() => next.messages.shownWith(shop.phone).length === 2);
  const events = await desk.inside((db) => db.select().from(ticketEvents));
  expect(events.filter(({ type }) => type === "numberChanged")).toMatchObject([
    { details: { numbers: { from: eva.phone, to: "5531977001122" } } },
  ]);
  expect((await held(desk)).map(({ address }) => address).sort()).toEqual([next.phone, next.lid].sort());

  await eva.sendText(shop, "acabei de comprar este chip");
  await arrives(desk, "acabei de comprar este chip");
  expect((await people(desk)).map(({ number }) => number).sort()).toEqual([eva.phone, next.phone].sort());
});

test("a contact who writes from the new number before the number change arrives is merged", async () => {
  const { desk, shop } = await givenLinked(world.database, world.emulator);
  const leo = world.emulator.createContact({ name: "Leo" });
  await leo.sendText(shop, "oi");
  await arrives(desk, "oi");
  const early = world.emulator.createContact({ phone: "5531977003344", name: "Leo" });
  await early.sendText(shop, "é o Leo");
  await arrives(desk, "é o Leo");
  expect(await desk.tickets()).toHaveLength(2);
  leo.changeNumber("5531977003344");
  await until(async () => (await people(desk)).length === 1);
  expect(await people(desk)).toMatchObject([{ number: "5531977003344" }]);
  expect(await desk.tickets()).toMatchObject([{ unreadMessages: 2, status: "pending" }]);
  expect(await bodies(desk)).toEqual(["oi", "é o Leo"]);
});
