import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { schema } from "../../db/index.ts";
import {
  type GivenAgent,
  givenAgent,
  givenCompany,
  givenContact,
  givenTicket,
  testDatabase,
} from "../../db/testing/given.ts";
import { loadActor } from "../../domain/users/index.ts";
import type { CommandPayload, CommandType } from "../contracts/commands.ts";
import { derivedId } from "../contracts/messages.ts";
import { runCommands } from "./commands.ts";
import { pull } from "./pull.ts";
import { givenDevice, givenMessage, sequencer } from "./testing/given-device.ts";
import { hears, readHeardChanges } from "./visible-collections.ts";

function command<T extends CommandType>(type: T, payload: CommandPayload<T>, id: string = randomUUID()) {
  return { id, type, payload, createdAt: new Date().toISOString() };
}

async function send(actor: GivenAgent, ...commands: ReturnType<typeof command>[]) {
  const deps = {
    database: testDatabase(),
    sequencer,
    onFailure(error: unknown) {
      throw error;
    },
  };
  return (await runCommands(deps, { actor, device: "Chrome, Linux" }, commands)).results;
}

async function givenDesk() {
  const company = await givenCompany();
  const { companyId, queue, connection, ana } = company;
  const place = { companyId, queueId: queue.id, connectionId: connection.id };
  const ticket = await givenTicket({ ...place, status: "open", userId: ana.id });
  const sent = { providerId: randomUUID(), chatKey: "x@s.whatsapp.net" };
  const message = await givenMessage(ticket, { ...place, ...sent, body: "Chegou!" });
  return { ...company, place, ticket, message };
}

test("notes, tags and reactions are done once and come to every device that may see the ticket", async () => {
  const { queue, ticket, message, ana, bia } = await givenDesk();
  const [device, other] = [givenDevice({ ...bia, queueIds: [queue.id] }, "tickets"), givenDevice(bia, "tickets")];
  await device.pull();
  await other.pull();
  const tag = command("tag.create", { name: "Orçamento" });
  const on = { ticketId: ticket.id };
  const note = command("note.add", { ...on, note: "Prefere boleto" });
  const commands = [
    tag,
    note,
    command("ticket.tag", { ...on, add: [tag.id] }),
    command("message.react", { ...on, messageId: message.id, emoji: "👍" }),
  ];
  const first = await send(ana, ...commands);
  expect(first.map(({ status }) => status)).toEqual(["applied", "applied", "applied", "applied"]);
  expect((await send(ana, ...commands)).map(({ status }) => status)).toEqual(Array(4).fill("duplicate"));
  await device.pull();
  expect(device.held.get(ticket.id)).toMatchObject({
    tagIds: [tag.id],
    notes: [{ id: note.id, note: "Prefere boleto", userName: "Ana" }],
    lastReaction: { messageId: message.id, emoji: "👍", fromMe: true },
    canAnswer: false,
  });
  expect(device.checkpoint?.rev).toBeGreaterThanOrEqual(Math.max(...first.map(({ rev }) => rev ?? 0)));
  await send(ana, command("note.delete", { ...on, noteId: note.id }));
  await device.pull();
  expect(device.held.get(ticket.id)).toMatchObject({ notes: [] });
  expect(await other.pull()).toEqual([]);
});

test("a tag made offline under a name that is there by now is that tag, for what was tagged with it too", async () => {
  const { queue, ticket, ana, bia } = await givenDesk();
  const theirs = command("tag.create", { name: "Urgente" });
  await send(bia, theirs);
  const mine = command("tag.create", { name: "Urgente" });
  const put = command("ticket.tag", { ticketId: ticket.id, add: [mine.id] });
  expect((await send(ana, mine, put)).map(({ status }) => status)).toEqual(["applied", "applied"]);
  const device = givenDevice({ ...ana, queueIds: [queue.id] }, "tickets");
  await device.pull();
  expect(device.held.get(ticket.id)).toMatchObject({ tagIds: [theirs.id] });
  // Another's creation says nothing of what this person means.
  const stray = command("ticket.tag", { ticketId: ticket.id, add: [mine.id] });
  expect(await send({ ...bia, queueIds: [queue.id], profile: "admin" }, stray)).toMatchObject([
    { code: "ERR_NO_TAG_FOUND" },
  ]);
});

test("forwarding answers with a rev up to which all of it can be pulled", async () => {
  const { companyId, ticket, message, ana } = await givenDesk();
  const contacts = [await givenContact({ companyId }), await givenContact({ companyId })];
  const device = givenDevice(ana, "threads");
  await device.pull();
  const contactIds = contacts.map(({ id }) => id);
  const forward = command("message.forward", { ticketId: ticket.id, messageIds: [message.id], contactIds });
  const [result] = await send(ana, forward);
  await device.pull();
  expect(device.checkpoint?.rev).toBeGreaterThanOrEqual(result?.rev ?? Number.POSITIVE_INFINITY);
  const bodies = [...device.held.values()].flatMap(({ messages = [] }) => messages);
  const made = contactIds.map((id) => derivedId(forward.id, id, message.id));
  expect(bodies.filter(({ id }) => made.includes(id)).map(({ body }) => body)).toEqual(["Chegou!", "Chegou!"]);
});

test("a draft comes to the writer's devices alone, is told to them alone, and goes from all of them", async () => {
  const { companyId, ticket, ana, admin } = await givenDesk();
  const [mine, another] = [givenDevice(ana, "drafts"), givenDevice(admin, "drafts")];
  await mine.pull();
  await another.pull();
  const before = mine.checkpoint?.rev ?? 0;
  const save = (text: string) => command("draft.save", { ticketId: ticket.id, text, baseRev: 0, writerId: companyId });
  const [result] = await send(ana, save("Bom dia, Hel"));
  await mine.pull();
  expect(mine.held.get(ticket.id)).toMatchObject({ id: ticket.id, text: "Bom dia, Hel" });
  expect(mine.checkpoint?.rev).toBeGreaterThanOrEqual(result?.rev ?? Number.POSITIVE_INFINITY);
  expect(await another.pull()).toEqual([]);
  const heard = await testDatabase().company(companyId, (tx) => readHeardChanges(tx, companyId, before));
  const drafts = heard.filter(({ collection }) => collection === "drafts");
  expect(drafts.map((change) => [hears(ana, change), hears(admin, change)])).toEqual([[true, false]]);
  const late = givenDevice(ana, "drafts");
  await late.pull();
  expect([...late.held.keys()]).toEqual([ticket.id]);
  await send(ana, save(""));
  for (const device of [mine, late]) {
    await device.pull();
    expect([...device.held.keys()]).toEqual([]);
  }
  expect(await another.pull()).toEqual([]);
});

test("when the company lets others answer, devices boot again and are told so in every ticket", async () => {
  const { companyId, queue, ticket, bia } = await givenDesk();
  const agent = { ...bia, queueIds: [queue.id] };
  const device = givenDevice(agent, "tickets");
  await device.pull();
  expect(device.held.get(ticket.id)).toMatchObject({ canAnswer: false });
  await testDatabase().company(companyId, (tx) =>
    tx.insert(schema.settings).values({ companyId, key: "onlyAssigneeAnswers", value: "disabled" }),
  );
  const actor = await testDatabase().company(companyId, (tx) => loadActor(tx, companyId, bia.id));
  const now = { ...agent, answersOthers: actor?.answersOthers };
  const request = { collection: "tickets" as const, checkpoint: device.checkpoint, limit: 10 };
  await expect(pull({ database: testDatabase(), sequencer }, now, request)).rejects.toMatchObject({
    code: "ERR_SCOPE_CHANGED",
  });
  device.forget();
  await device.pull(50, now);
  expect(device.held.get(ticket.id)).toMatchObject({ canAnswer: true });
});

test("a device's quick messages come to the others who may read them; an edit over another's is a conflict", async () => {
  const { companyId, ana, bia, admin } = await givenCompany();
  const supervisor = await givenAgent({ companyId, profile: "supervisor" });
  const [ofAna, ofBia] = [givenDevice(ana, "quickMessages"), givenDevice(bia, "quickMessages")];
  const own = command("quickMessage.create", { shortcode: "oi", message: "Olá!" });
  const general = command("quickMessage.create", { shortcode: "pix", message: "Nossa chave é…", isGeneral: true });
  expect((await send(ana, own, general)).map(({ status, code }) => [status, code])).toEqual([
    ["applied", null],
    ["rejected", "ERR_NO_PERMISSION"],
  ]);
  const forAll = command("quickMessage.create", { shortcode: "pix", message: "Nossa chave é…", isGeneral: true });
  const [made] = await send(admin, forAll);
  const change = (message: string) =>
    command("quickMessage.update", { quickMessageId: forAll.id, change: { message }, baseRev: made?.rev ?? 0 });
  expect((await send(supervisor, change("Mudou"))).map(({ status }) => status)).toEqual(["applied"]);
  const [refused] = await send(admin, change("Também mudou"));
  expect(refused).toMatchObject({
    code: "ERR_EDIT_CONFLICT",
    details: { quickMessage: { message: "Mudou", rev: expect.any(Number) } },
  });
  await Promise.all([ofAna.pull(), ofBia.pull()]);
  expect([...ofAna.held.keys()].toSorted()).toEqual([own.id, forAll.id].toSorted());
  expect([...ofBia.held.values()]).toMatchObject([{ id: forAll.id, message: "Mudou" }]);
  await send(admin, command("quickMessage.delete", { quickMessageId: forAll.id }));
  await ofBia.pull();
  expect(ofBia.held.size).toBe(0);
});
