import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import * as v from "valibot";
import { expect, test } from "vitest";
import type { CommandPayload, CommandType } from "../../contracts/commands/index.ts";
import { derivedId } from "../../contracts/desk/messages.ts";
import { ScheduleConflict } from "../../contracts/desk/schedules.ts";
import { testNow, testTime } from "../../contracts/testing/clock.ts";
import { schema } from "../../db/index.ts";
import {
  type GivenAgent,
  givenAgent,
  givenCompany,
  givenContact,
  givenTicket,
  testDatabase,
} from "../../db/testing/given.ts";
import { loadActor } from "../../domain/account/users/index.ts";
import { runCommands } from "./commands.ts";
import { pull } from "./pull.ts";
import { isVisibleTo, readScopedChanges } from "./scoped-changes.ts";
import { givenDevice, givenMessage, sequencer } from "./testing/given-device.ts";

const inDays = (days: number) => new Date(testTime() + days * 86_400_000).toISOString();

function command<T extends CommandType>(type: T, payload: CommandPayload<T>, id: string = randomUUID()) {
  return { id, type, payload, createdAt: testNow().toISOString() };
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

test("notes, tags and reactions are applied once and reach every device that may see the ticket", async () => {
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

test("an edit after its own message in one batch is applied once, in order; a refused edit says why", async () => {
  const { ticket, message, ana, bia } = await givenDesk();
  const on = { ticketId: ticket.id };
  const reply = command("message.send", { ...on, body: "bon dia" });
  const edit = command("message.edit", { ...on, messageId: reply.id, body: "bom dia" });
  const cards = command("message.send", { ...on, cards: [{ name: "Ivo", number: "5531955500190" }] });
  const theirs = command("message.edit", { ...on, messageId: message.id, body: "Não chegou" });
  const commands = [reply, edit, cards, theirs];
  const first = await send(ana, ...commands);
  expect(first.map(({ status, code }) => [status, code])).toEqual([
    ...Array(3).fill(["applied", null]),
    ["rejected", "ERR_MESSAGE_NOT_EDITABLE"],
  ]);
  expect((await send(ana, ...commands)).map(({ status }) => status)).toEqual([
    ...Array(3).fill("duplicate"),
    "rejected",
  ]);
  const rows = await testDatabase().company(ana.companyId, (db) =>
    db.select().from(schema.messages).where(eq(schema.messages.fromMe, true)).orderBy(schema.messages.seq),
  );
  expect(rows.map(({ body, mediaType }) => [mediaType, body.split("\n")[0]])).toEqual([
    ["chat", "bom dia"],
    ["vcard", "BEGIN:VCARD"],
  ]);
  const hidden = await send(bia, command("message.edit", { ...on, messageId: reply.id, body: "Minha" }));
  expect(hidden).toMatchObject([{ status: "rejected", code: "ERR_NO_MESSAGE_FOUND" }]);
});

test("a tag created offline under an existing name becomes that tag, also for tickets tagged with it", async () => {
  const { queue, ticket, ana, bia } = await givenDesk();
  const theirs = command("tag.create", { name: "Urgente" });
  await send(bia, theirs);
  const mine = command("tag.create", { name: "Urgente" });
  const put = command("ticket.tag", { ticketId: ticket.id, add: [mine.id] });
  expect((await send(ana, mine, put)).map(({ status }) => status)).toEqual(["applied", "applied"]);
  const device = givenDevice({ ...ana, queueIds: [queue.id] }, "tickets");
  await device.pull();
  expect(device.held.get(ticket.id)).toMatchObject({ tagIds: [theirs.id] });
  // Another user's new tag has no meaning for this user.
  const stray = command("ticket.tag", { ticketId: ticket.id, add: [mine.id] });
  expect(await send({ ...bia, queueIds: [queue.id], profile: "admin" }, stray)).toMatchObject([
    { code: "ERR_NO_TAG_FOUND" },
  ]);
});

test("a move to a lane is applied once, and a lane created offline under an existing name is that lane", async () => {
  const { queue, ticket, admin, ana } = await givenDesk();
  const [known, other] = [command("tag.create", { name: "Pronto", isKanban: true }), randomUUID()];
  await send(admin, known);
  const mine = command("tag.create", { name: "Pronto" });
  const move = command("ticket.lane", { ticketId: ticket.id, laneId: mine.id });
  const statuses = async () => (await send(ana, mine, move)).map(({ status }) => status);
  expect([await statuses(), await statuses()]).toEqual([
    ["applied", "applied"],
    ["duplicate", "duplicate"],
  ]);
  const device = givenDevice({ ...ana, queueIds: [queue.id] }, "tickets");
  await device.pull();
  expect(device.held.get(ticket.id)).toMatchObject({ tagIds: [known.id] });
  const refused = command("ticket.lane", { ticketId: ticket.id, laneId: other });
  expect(await send(ana, refused)).toMatchObject([{ status: "rejected", code: "ERR_NO_TAG_FOUND" }]);
  await send(ana, command("ticket.lane", { ticketId: ticket.id, laneId: null }));
  await device.pull();
  expect(device.held.get(ticket.id)).toMatchObject({ tagIds: [] });
});

test("a forward answers with the revision up to which all its messages can be pulled", async () => {
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

test("a message clears the draft that it sends with itself: a refused one clears none", async () => {
  const { companyId, ticket, ana, bia } = await givenDesk();
  const device = givenDevice(ana, "drafts");
  const on = { ticketId: ticket.id, baseRev: 0, writerId: companyId };
  await send(ana, command("draft.save", { ...on, text: "Bom dia" }));
  await device.pull();
  const baseRev = device.held.get(ticket.id)?.rev ?? 0;
  const draft = { text: "Bom dia", baseRev, writerId: randomUUID() };
  const message = (body: string) => command("message.send", { ticketId: ticket.id, body, draft });
  // Without a text there is no message; and a colleague's message has nothing to do with it.
  const [empty] = await send(ana, message(""));
  await send(bia, message("Bom dia"));
  await device.pull();
  expect(empty?.status).toBe("rejected");
  expect(device.held.get(ticket.id)).toMatchObject({ text: "Bom dia" });
  const [sent] = await send(ana, message("Bom dia"));
  await device.pull();
  expect(device.held.get(ticket.id)).toMatchObject({ text: "", sent: draft });
  expect(device.held.get(ticket.id)?.rev).toBeLessThanOrEqual(sent?.rev ?? 0);
});

test("a draft that left as a schedule is told to the user's other devices, as of a message", async () => {
  const { companyId, ticket, ana, bia } = await givenDesk();
  const device = givenDevice(ana, "drafts");
  const on = { ticketId: ticket.id, baseRev: 0, writerId: companyId };
  await send(ana, command("draft.save", { ...on, text: "Bom dia" }));
  const left = (agent: typeof ana, text: string) =>
    send(agent, command("draft.save", { ...on, text: "", sentText: text }));
  await left(bia, "Bom dia");
  await device.pull();
  expect(device.held.get(ticket.id)).toMatchObject({ text: "Bom dia" });
  const [answer] = await left(ana, "Bom dia");
  await device.pull();
  expect(device.held.get(ticket.id)).toMatchObject({ text: "", sent: { text: "Bom dia", writerId: companyId } });
  expect(device.held.get(ticket.id)?.rev).toBe(answer?.rev);
});

test("a draft reaches its writer's devices only, in pulls and events, and is deleted from all of them", async () => {
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
  const { changes } = await testDatabase().company(companyId, (tx) => readScopedChanges(tx, companyId, before));
  const drafts = changes.filter(({ collection }) => collection === "drafts");
  expect(drafts.map((change) => [isVisibleTo(ana, change), isVisibleTo(admin, change)])).toEqual([[true, false]]);
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

test("when the company lets others answer, devices boot again and each ticket says so", async () => {
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

test("a device's quick messages reach the other users who may read them; an edit over another's is a conflict", async () => {
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

test("a device's schedules reach users who see the contact; nobody else moves or deletes them", async () => {
  const { companyId, queue, ana, bia } = await givenCompany();
  const other = await givenCompany();
  const colleague = await givenAgent({ companyId, queueIds: [queue.id] });
  const ticket = await givenTicket({ companyId, queueId: queue.id });
  const ofColleague = givenDevice(colleague, "schedules");
  const plan = { contactId: ticket.contactId, body: "A peça chega amanhã.", sendAt: inDays(2) };
  const made = command("schedule.create", { ...plan, contactName: "Só para o aparelho" });
  const elsewhere = command("schedule.create", { ...plan, userId: bia.id });
  const late = command("schedule.create", { ...plan, sendAt: inDays(-2) });
  expect((await send(ana, made, elsewhere, late)).map(({ code }) => code)).toEqual([
    null,
    "ERR_NO_PERMISSION",
    "ERR_SCHEDULE_TOO_LATE",
  ]);
  expect((await send(ana, made)).map(({ status }) => status)).toEqual(["duplicate"]);
  expect(await ofColleague.pull()).toMatchObject([{ id: made.id, body: plan.body, userId: ana.id }]);
  const touch = () => [
    command("schedule.change", { scheduleId: made.id, sendAt: inDays(3), baseRev: 0 }),
    command("schedule.delete", { scheduleId: made.id }),
  ];
  const codes = async (agent: GivenAgent) => (await send(agent, ...touch())).map(({ code }) => code);
  expect(await codes(colleague)).toEqual(["ERR_NO_PERMISSION", "ERR_NO_PERMISSION"]);
  for (const agent of [bia, other.admin])
    expect(await codes(agent)).toEqual(["ERR_NO_SCHEDULE_FOUND", "ERR_NO_SCHEDULE_FOUND"]);
  expect(await codes(ana)).toEqual([null, null]);
  await ofColleague.pull();
  expect(ofColleague.held.size).toBe(0);
});

test("a changed text over another user's later text is a conflict, a changed time is not", async () => {
  const { companyId, ana, admin } = await givenCompany();
  const contact = await givenContact({ companyId, name: "Helena" });
  const made = command("schedule.create", { contactId: contact.id, body: "Chega segunda", sendAt: inDays(2) });
  const [{ rev } = { rev: 0 }] = await send(ana, made);
  const change = (words: object, baseRev = rev ?? 0) =>
    command("schedule.change", { ...words, scheduleId: made.id, baseRev });
  expect(await send(admin, change({ body: "Chega terça" }))).toMatchObject([{ status: "applied" }]);
  const [refused] = await send(ana, change({ body: "Chega quarta" }));
  expect(refused).toMatchObject({
    code: "ERR_EDIT_CONFLICT",
    details: { schedule: { body: "Chega terça", contactName: "Helena", rev: expect.any(Number) } },
  });
  expect(await send(ana, change({ sendAt: inDays(5) }))).toMatchObject([{ status: "applied" }]);
  const seen = v.parse(ScheduleConflict, refused?.details).schedule.rev;
  // A mark set by the desk is not an edit: the admin's edit is the last one, and Ana has seen it.
  await testDatabase().company(companyId, (tx) =>
    tx.update(schema.schedules).set({ updatedBy: admin.id, status: "failed", errorCode: "ERR_NO_DEF_WAPP_FOUND" }),
  );
  const [{ rev: moved } = { rev: 0 }] = await send(ana, change({ sendAt: inDays(6) }));
  expect(moved).toBeGreaterThan(seen);
  expect(await send(ana, change({ body: "Chega quarta" }, moved ?? 0))).toMatchObject([{ status: "applied" }]);
});

test("a schedule that was sent meanwhile is not changed, and is deleted only when the user knows that it was sent", async () => {
  const { companyId, ana } = await givenCompany();
  const contact = await givenContact({ companyId });
  const made = command("schedule.create", { contactId: contact.id, body: "Chegou!", sendAt: inDays(0) });
  await send(ana, made);
  await testDatabase().company(companyId, (tx) =>
    tx.update(schema.schedules).set({ status: "sent", sentAt: testNow() }),
  );
  const codes = await send(
    ana,
    command("schedule.change", { scheduleId: made.id, body: "Tarde demais" }),
    command("schedule.delete", { scheduleId: made.id }),
    command("schedule.delete", { scheduleId: made.id, isSent: true }),
  );
  expect(codes.map(({ code }) => code)).toEqual(["ERR_SCHEDULE_SENT", "ERR_SCHEDULE_SENT", null]);
});

test("a schedule takes an uploaded picture: the user's own, png or jpeg", async () => {
  const { companyId, ana, bia } = await givenCompany();
  const contact = await givenContact({ companyId });
  const file = (agent: GivenAgent, mimetype: string) => ({
    companyId,
    id: randomUUID(),
    name: "mapa.png",
    mimetype,
    size: 3,
    sha256: "0".repeat(64),
    isComplete: true,
    userId: agent.id,
  });
  const [own, foreign, film] = [file(ana, "image/png"), file(bia, "image/png"), file(ana, "video/mp4")];
  await testDatabase().company(companyId, (tx) => tx.insert(schema.files).values([own, foreign, film]));
  const plan = (fileId: string) =>
    command("schedule.create", { contactId: contact.id, body: "O mapa", sendAt: inDays(1), fileId });
  const made = plan(own.id);
  const answers = await send(ana, made, plan(foreign.id), plan(film.id));
  expect(answers.map(({ code }) => code)).toEqual([null, "ERR_NO_FILE_FOUND", "ERR_FILE_TYPE"]);
  const device = givenDevice(ana, "schedules");
  expect(await device.pull()).toMatchObject([{ fileId: own.id, fileName: "mapa.png" }]);
  await send(ana, command("schedule.change", { scheduleId: made.id, fileId: null }));
  expect(await device.pull()).toMatchObject([{ fileId: null, fileName: null }]);
});
