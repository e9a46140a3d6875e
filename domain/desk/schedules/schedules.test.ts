import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { schema } from "../../../db/index.ts";
import { type GivenAgent, givenCompany, givenContact, givenTicket, testDatabase } from "../../../db/testing/given.ts";
import { acting, atDesk, refusal } from "../../testing.ts";
import { setConsent } from "../consent/index.ts";
import { findOrCreateContact } from "../contacts/index.ts";
import {
  createSchedule,
  deleteSchedule,
  dueSchedules,
  messageIdOf,
  pageOfSchedules,
  requireSchedule,
  schedulesBetween,
  sendSchedule,
  setSchedulePicture,
  updateSchedule,
} from "./index.ts";

/** 10:00 in São Paulo. */
const now = new Date("2026-07-01T13:00:00Z");
const at = (instant: string) => new Date(instant);

async function givenDesk(timeZone = "America/Sao_Paulo") {
  const company = await givenCompany();
  const { companyId } = company;
  await testDatabase().company(companyId, (tx) =>
    tx.update(schema.companies).set({ timeZone }).where(eq(schema.companies.id, companyId)),
  );
  const contact = await givenContact({ companyId, name: "Helena Sampaio" });
  const plan = (agent: GivenAgent, change: object = {}, when = now) =>
    acting(
      agent,
      (ctx) =>
        createSchedule(ctx, {
          body: "Sua peça fica pronta amanhã, {{firstName}}.",
          contactId: contact.id,
          sendAt: "2026-07-01T15:30",
          userId: null,
          fileId: null,
          isMarketing: false,
          ...change,
        }),
      when,
    );
  const sendAll = (when: Date) =>
    atDesk(companyId, (ctx) => dueSchedules(ctx, 20), when).then(async (due) => {
      for (const one of due) await atDesk(companyId, (ctx) => sendSchedule(ctx, one), when);
      return due.map(({ id }) => id);
    });
  const messages = () =>
    testDatabase().company(companyId, (tx) => tx.select().from(schema.messages).orderBy(schema.messages.createdAt));
  return { ...company, contact, plan, sendAll, messages };
}

test("a schedule's time is in the company's time zone, across daylight-saving changes", async () => {
  const saoPaulo = await givenDesk();
  expect((await saoPaulo.plan(saoPaulo.ana)).sendAt).toEqual(at("2026-07-01T18:30:00Z"));
  const newYork = await givenDesk("America/New_York");
  const hourOf = async (sendAt: string) =>
    (await newYork.plan(newYork.ana, { sendAt }, at("2026-01-01T12:00:00Z"))).sendAt;
  expect(await hourOf("2026-03-07T09:00")).toEqual(at("2026-03-07T14:00:00Z"));
  expect(await hourOf("2026-03-08T09:00")).toEqual(at("2026-03-08T13:00:00Z"));
  // 02:30 does not exist on that day: the clock jumps from 2 to 3.
  expect(await hourOf("2026-03-08T02:30")).toEqual(at("2026-03-08T07:30:00Z"));
  expect(await hourOf("2026-11-01T09:00")).toEqual(at("2026-11-01T14:00:00Z"));
  expect(await hourOf("2026-03-07T12:00:00.000-05:00")).toEqual(at("2026-03-07T17:00:00Z"));
  const [view] = (await acting(newYork.ana, (ctx) => schedulesBetween(ctx, { from: "2026-03-08", to: "2026-03-08" })))
    .schedules;
  expect(view).toMatchObject({ localSendAt: "2026-03-08T03:30", status: "pending", userName: "Ana", canChange: true });
});

test("calendar days are in the company's time zone, and lists are searched by every word", async () => {
  const { ana, plan } = await givenDesk();
  const late = await plan(ana, { sendAt: "2026-07-31T23:59", body: "Último dia do mês" });
  const early = await plan(ana, { sendAt: "2026-08-01T00:00", body: "Primeiro de agosto" });
  const idsOf = async (from: string, to: string) =>
    (await acting(ana, (ctx) => schedulesBetween(ctx, { from, to }))).schedules.map(({ id }) => id);
  expect(await idsOf("2026-07-01", "2026-07-31")).toEqual([late.id]);
  expect(await idsOf("2026-08-01", "2026-08-31")).toEqual([early.id]);
  const found = async (search: string) =>
    (await acting(ana, (ctx) => pageOfSchedules(ctx, { search }))).schedules.map(({ id }) => id);
  expect(await found("ULTIMO helena")).toEqual([late.id]);
  expect(await found("helena")).toEqual([early.id, late.id]);
  expect(await found("%")).toEqual([]);
});

test("agents see their own schedules and those for visible contacts; they change only their own", async () => {
  const { companyId, queue, ana, bia, admin, contact, plan } = await givenDesk();
  const own = await plan(ana);
  const sees = (agent: GivenAgent) => acting(agent, (ctx) => requireSchedule(ctx, own.id));
  expect(await refusal(sees(bia))).toMatchObject({ code: "ERR_NO_SCHEDULE_FOUND" });
  expect((await acting(bia, (ctx) => pageOfSchedules(ctx, {}))).schedules).toEqual([]);
  await givenTicket({ companyId, queueId: queue.id, contactId: contact.id });
  const colleague = { ...bia, queueIds: [queue.id] };
  expect(await sees(colleague)).toMatchObject({ id: own.id, canChange: false });
  const attempts = [
    acting(colleague, (ctx) => updateSchedule(ctx, own.id, { body: "Outro texto" })),
    acting(colleague, (ctx) => setSchedulePicture(ctx, own.id, null)),
    acting(colleague, (ctx) => deleteSchedule(ctx, own.id)),
    plan(colleague, { userId: ana.id }),
  ];
  for (const refused of await Promise.all(attempts.map(refusal)))
    expect(refused).toMatchObject({ code: "ERR_NO_PERMISSION" });
  expect(await acting(admin, (ctx) => updateSchedule(ctx, own.id, { body: "Da administração" }), now)).toMatchObject({
    body: "Da administração",
    userId: ana.id,
  });
  expect(await plan(admin, { userId: ana.id })).toMatchObject({ userId: ana.id });
  await acting(ana, (ctx) => deleteSchedule(ctx, own.id));
  expect(await refusal(sees(ana))).toMatchObject({ code: "ERR_NO_SCHEDULE_FOUND" });
});

test("another company's schedule is neither read, changed nor deleted, and its contacts get nothing", async () => {
  const [own, other] = [await givenDesk(), await givenDesk()];
  const theirs = await other.plan(other.ana);
  const attempts = [
    acting(own.admin, (ctx) => requireSchedule(ctx, theirs.id)),
    acting(own.admin, (ctx) => updateSchedule(ctx, theirs.id, { body: "Invadido" })),
    acting(own.admin, (ctx) => deleteSchedule(ctx, theirs.id)),
  ];
  for (const refused of await Promise.all(attempts.map(refusal)))
    expect(refused).toMatchObject({ code: "ERR_NO_SCHEDULE_FOUND" });
  expect(await refusal(own.plan(own.ana, { contactId: other.contact.id }))).toMatchObject({
    code: "ERR_NO_CONTACT_FOUND",
  });
  expect((await acting(own.admin, (ctx) => pageOfSchedules(ctx, {}))).schedules).toEqual([]);
});

test("a due schedule is sent once, with names filled in, over the contact's last connection", async () => {
  const { companyId, queue, ana, contact, plan, sendAll, messages } = await givenDesk();
  const last = randomUUID();
  await testDatabase().company(companyId, (tx) =>
    tx.insert(schema.connections).values({ companyId, id: last, name: "Segunda" }),
  );
  const place = { companyId, queueId: queue.id, contactId: contact.id, connectionId: last };
  const ticket = await givenTicket({ ...place, status: "open", userId: ana.id });
  const own = await plan(ana);
  expect(await sendAll(at("2026-07-01T18:29:59Z"))).toEqual([]);
  expect(await messages()).toEqual([]);
  const due = { id: own.id, contactId: contact.id };
  const hour = at("2026-07-01T18:30:00Z");
  const sent = await Promise.all([1, 2].map(() => atDesk(companyId, (ctx) => sendSchedule(ctx, due), hour)));
  expect(sent.toSorted()).toEqual([false, true]);
  expect(await messages()).toMatchObject([
    {
      id: messageIdOf(own.id),
      ticketId: ticket.id,
      connectionId: last,
      userId: ana.id,
      fromMe: true,
      body: "Sua peça fica pronta amanhã, Helena.",
      sendAfter: hour,
    },
  ]);
  expect(await acting(ana, (ctx) => requireSchedule(ctx, own.id))).toMatchObject({ status: "sent", sentAt: hour });
  expect(await refusal(acting(ana, (ctx) => updateSchedule(ctx, own.id, { body: "Tarde demais" })))).toMatchObject({
    code: "ERR_SCHEDULE_SENT",
  });
});

test("a contact without an open ticket gets it over the default connection, and no ticket is opened", async () => {
  const { companyId, connection, ana, plan, sendAll, messages } = await givenDesk();
  await plan(ana);
  await sendAll(at("2026-07-01T18:30:00Z"));
  expect(await messages()).toMatchObject([{ connectionId: connection.id }]);
  const tickets = await testDatabase().company(companyId, (tx) => tx.select().from(schema.tickets));
  expect(tickets.map(({ status }) => status)).toEqual(["closed"]);
});

test("up to a day late it is still sent, later it fails with a reason; a new time makes it due again", async () => {
  const { ana, plan, sendAll, messages } = await givenDesk();
  const own = await plan(ana);
  const late = await plan(ana, { sendAt: "2026-07-01T15:31", body: "Ainda a tempo" });
  await sendAll(at("2026-07-02T18:30:30Z"));
  expect((await messages()).map(({ body }) => body)).toEqual(["Ainda a tempo"]);
  expect(await acting(ana, (ctx) => requireSchedule(ctx, late.id))).toMatchObject({ status: "sent" });
  expect(await acting(ana, (ctx) => requireSchedule(ctx, own.id))).toMatchObject({
    status: "failed",
    reason: "ERR_SCHEDULE_TOO_LATE",
    sentAt: null,
  });
  const after = at("2026-07-03T13:00:00Z");
  const change = (sendAt: string, body = "Corrigido") =>
    acting(ana, (ctx) => updateSchedule(ctx, own.id, { sendAt, body }), after);
  expect(await change("2026-07-01T15:30")).toMatchObject({ status: "failed", body: "Corrigido" });
  expect(await refusal(change("2026-07-01T15:29"))).toMatchObject({ code: "ERR_SCHEDULE_TOO_LATE" });
  expect(await change("2026-07-03T10:30")).toMatchObject({ status: "pending", errorCode: null });
  await sendAll(at("2026-07-03T13:30:00Z"));
  expect((await messages()).map(({ body }) => body)).toEqual(["Ainda a tempo", "Corrigido"]);
});

test("without a connection it fails; one that the channel refuses is shown as failed", async () => {
  const { companyId, ana, plan, sendAll } = await givenDesk();
  const own = await plan(ana);
  await sendAll(at("2026-07-01T18:30:00Z"));
  await testDatabase().company(companyId, async (tx) => {
    await tx.update(schema.messages).set({ errorCode: "ERR_SENDING_WAPP_MSG", sendAfter: null });
    await tx.delete(schema.connections);
  });
  expect(await acting(ana, (ctx) => requireSchedule(ctx, own.id))).toMatchObject({
    status: "failed",
    reason: "ERR_SENDING_WAPP_MSG",
  });
  const second = await plan(ana);
  await sendAll(at("2026-07-01T18:30:00Z"));
  expect(await acting(ana, (ctx) => requireSchedule(ctx, second.id))).toMatchObject({
    status: "failed",
    reason: "ERR_NO_DEF_WAPP_FOUND",
  });
});

test("one that the channel refused is corrected and sent again once, as a new message", async () => {
  const { companyId, ana, bia, plan, sendAll, messages } = await givenDesk();
  const own = await plan(ana);
  const setCode = (errorCode: string | null) =>
    testDatabase().company(companyId, (tx) => tx.update(schema.messages).set({ errorCode }));
  await sendAll(at("2026-07-01T18:30:00Z"));
  await setCode("ERR_SENDING_WAPP_MSG");
  const change = (fields: object) =>
    acting(ana, (ctx) => updateSchedule(ctx, own.id, fields), at("2026-07-01T18:40:00Z"));
  const stranger = (await givenDesk()).admin;
  for (const agent of [bia, stranger])
    expect(
      await refusal(acting(agent, (ctx) => updateSchedule(ctx, own.id, { body: "De outra pessoa" }))),
    ).toMatchObject({
      code: "ERR_NO_SCHEDULE_FOUND",
    });
  // A new text alone is kept, and is not sent.
  expect(await change({ body: "Corrigido" })).toMatchObject({ status: "failed", sentAt: null, attempt: 1 });
  expect(await acting(ana, (ctx) => requireSchedule(ctx, own.id))).toMatchObject({
    status: "failed",
    reason: "ERR_SENDING_WAPP_MSG",
    sentAt: null,
  });
  expect(await change({ sendAt: "2026-07-01T16:00" })).toMatchObject({
    status: "pending",
    errorCode: null,
    attempt: 1,
  });
  await sendAll(at("2026-07-01T19:00:00Z"));
  await sendAll(at("2026-07-01T19:00:03Z"));
  expect((await messages()).map(({ id, body }) => [id, body])).toEqual([
    [messageIdOf(own.id), "Sua peça fica pronta amanhã, Helena."],
    [messageIdOf(own.id, 1), "Corrigido"],
  ]);
  await setCode(null);
  expect(await acting(ana, (ctx) => requireSchedule(ctx, own.id))).toMatchObject({ status: "sent", reason: null });
  expect(await refusal(change({ body: "Tarde demais" }))).toMatchObject({ code: "ERR_SCHEDULE_SENT" });
});

test("marketing is not sent to a contact that opted out; an ordinary schedule is", async () => {
  const { companyId, ana, contact, plan, sendAll, messages } = await givenDesk();
  await acting(ana, (ctx) => setConsent(ctx, contact.id, { state: "out", reason: "pediu" }));
  const [offer, ordinary] = [await plan(ana, { isMarketing: true }), await plan(ana)];
  await sendAll(at("2026-07-01T18:30:05Z"));
  const shown = (id: string) => acting(ana, (ctx) => requireSchedule(ctx, id));
  expect(await shown(offer.id)).toMatchObject({ status: "failed", reason: "ERR_OPTED_OUT", isMarketing: true });
  expect(await shown(ordinary.id)).toMatchObject({ status: "sent", reason: null, isMarketing: false });
  expect((await messages()).map(({ id }) => id)).toEqual([messageIdOf(ordinary.id)]);
  // Without the mark, or after a new consent, a new time makes it due again.
  const again = { isMarketing: false, sendAt: "2026-07-01T16:00" };
  await acting(ana, (ctx) => updateSchedule(ctx, offer.id, again), at("2026-07-01T18:31:00Z"));
  await sendAll(at("2026-07-01T19:00:05Z"));
  expect(await shown(offer.id)).toMatchObject({ status: "sent", reason: null, isMarketing: false });
  const other = await givenContact({ companyId, name: "Ivo" });
  const toOther = await plan(ana, { isMarketing: true, contactId: other.id }, at("2026-07-01T18:31:00Z"));
  await sendAll(at("2026-07-01T19:00:05Z"));
  expect(await shown(toOther.id)).toMatchObject({ status: "sent" });
});

test("a png or jpeg picture is sent with it", async () => {
  const { companyId, ana, plan, sendAll, messages } = await givenDesk();
  const own = await plan(ana);
  const file = (mimetype: string, kind: "image" | "document") => ({
    companyId,
    id: randomUUID(),
    name: "mapa.png",
    mimetype,
    kind,
    size: 3,
    sha256: "0".repeat(64),
    isComplete: true,
    userId: ana.id,
  });
  const [picture, paper] = [file("image/png", "image"), file("application/pdf", "document")];
  await testDatabase().company(companyId, (tx) => tx.insert(schema.files).values([picture, paper]));
  const give = (id: string) => acting(ana, (ctx) => setSchedulePicture(ctx, own.id, id));
  expect(await refusal(give(paper.id))).toMatchObject({ code: "ERR_FILE_TYPE" });
  await give(picture.id);
  await sendAll(at("2026-07-01T18:30:00Z"));
  expect(await messages()).toMatchObject([{ fileId: picture.id, mediaType: "image", mediaName: "mapa.png" }]);
});

test("a schedule for a merged contact is sent to the remaining contact", async () => {
  const { companyId, ana, contact, plan, sendAll, messages } = await givenDesk();
  const party = (kind: "lid" | "phone", address: string) => ({ kind, address });
  const lid = party("lid", randomUUID());
  const other = await atDesk(companyId, (ctx) => findOrCreateContact(ctx, { addresses: [lid], name: "Helena S." }));
  await plan(ana, { body: "Um aviso" });
  await plan(ana, { body: "Outro aviso", contactId: other.id });
  const phone = party("phone", contact.number);
  const kept = await atDesk(companyId, (ctx) => findOrCreateContact(ctx, { addresses: [lid, phone] }));
  await sendAll(at("2026-07-01T18:30:00Z"));
  expect((await messages()).map(({ contactId, body }) => [contactId, body]).toSorted()).toEqual([
    [kept.id, "Outro aviso"],
    [kept.id, "Um aviso"],
  ]);
});

test("database and code compute the same message id for a schedule", async () => {
  const { companyId, ana, plan } = await givenDesk();
  for (let n = 0; n < 12; n += 1) await plan(ana, { body: `Aviso ${n}` });
  const rows = await testDatabase().company(companyId, (tx) => tx.select().from(schema.schedules));
  expect(rows.map(({ messageId }) => messageId)).toEqual(rows.map(({ id }) => messageIdOf(id)));
  expect(rows).toHaveLength(12);
  const later = await testDatabase().company(companyId, (tx) =>
    tx.update(schema.schedules).set({ attempt: 3 }).returning(),
  );
  expect(later.map(({ messageId }) => messageId)).toEqual(later.map(({ id }) => messageIdOf(id, 3)));
});
