import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { schema } from "../../../db/index.ts";
import { type GivenAgent, givenCompany, givenContact } from "../../../db/testing/given.ts";
import { acting, atDesk, refusal } from "../../testing.ts";
import {
  createSchedule,
  deleteSchedule,
  presentSchedules,
  requireSchedule,
  setSchedulePicture,
  updateSchedule,
} from "./index.ts";

const { companies, contacts, files, schedules } = schema;
const DAY_MS = 86_400_000;
/** 10:00 in São Paulo. */
const now = new Date("2026-07-01T13:00:00Z");

let desk: Awaited<ReturnType<typeof givenCompany>>;
let other: Awaited<ReturnType<typeof givenCompany>>;
let contact: { id: string };
let theirContact: { id: string };
beforeAll(async () => {
  [desk, other] = [await givenCompany(), await givenCompany()];
  contact = await givenContact({ companyId: desk.companyId });
  theirContact = await givenContact({ companyId: other.companyId });
  await atDesk(desk.companyId, ({ db, companyId }) =>
    db.update(companies).set({ timeZone: "America/Sao_Paulo" }).where(eq(companies.id, companyId)),
  );
});

const plan = (agent: GivenAgent, wanted: Partial<Parameters<typeof createSchedule>[1]> = {}) =>
  acting(
    agent,
    (ctx) =>
      createSchedule(ctx, {
        ...{ body: "Sua peça fica pronta amanhã.", contactId: contact.id, userId: null, fileId: null },
        ...{ sendAt: "2026-07-01T15:30", isMarketing: false, ...wanted },
      }),
    now,
  );
const change = (agent: GivenAgent, id: string, fields: Parameters<typeof updateSchedule>[2], at = now) =>
  acting(agent, (ctx) => updateSchedule(ctx, id, fields), at);
const setRow = (id: string, set: Partial<typeof schedules.$inferInsert>) =>
  atDesk(desk.companyId, ({ db }) => db.update(schedules).set(set).where(eq(schedules.id, id)));
const givenPicture = async (agent: GivenAgent) => {
  const id = randomUUID();
  const row = { companyId: agent.companyId, id, name: "mapa.png", mimetype: "image/png", kind: "image" as const };
  await atDesk(agent.companyId, ({ db }) =>
    db.insert(files).values({ ...row, size: 3, sha256: "", isComplete: true, userId: agent.id }),
  );
  return id;
};

test("a schedule is created once per id, and the second attempt changes nothing", async () => {
  const { ana } = desk;
  const id = randomUUID();
  const first = await plan(ana, { id });
  expect(first).toMatchObject({ id, status: "pending", userId: ana.id, updatedBy: ana.id, sentAt: null });
  expect(first.sendAt).toEqual(new Date("2026-07-01T18:30:00Z"));
  expect(await plan(ana, { id, body: "Outro texto" })).toEqual(first);
});

test("the id of another user's schedule is answered only to users who may change it", async () => {
  const { ana, bia, admin } = desk;
  const id = (await plan(ana)).id;
  expect((await refusal(plan(bia, { id }))).code).toBe("ERR_NO_SCHEDULE_FOUND");
  expect(await plan(admin, { id, body: "Da administração" })).toMatchObject({ body: "Sua peça fica pronta amanhã." });
});

test.each([
  ["exactly a day ago", "nothing was refused", now.getTime() - DAY_MS],
  ["a day and a millisecond ago", "ERR_SCHEDULE_TOO_LATE", now.getTime() - DAY_MS - 1],
])("a new schedule for %s: %s", async (_name, code, sendAtMs) => {
  expect((await refusal(plan(desk.ana, { sendAt: new Date(sendAtMs).toISOString() }))).code).toBe(code);
});

test("a new schedule requires an owner, a contact and a picture that exist for the user", async () => {
  const { ana, bia, admin } = desk;
  const code = async (agent: GivenAgent, wanted: Parameters<typeof plan>[1]) =>
    (await refusal(plan(agent, wanted))).code;
  expect(await code(ana, { userId: bia.id })).toBe("ERR_NO_PERMISSION");
  expect(await code(ana, { userId: ana.id })).toBe("nothing was refused");
  expect(await code(admin, { userId: other.ana.id })).toBe("ERR_NO_USER_FOUND");
  expect(await code(admin, { userId: bia.id })).toBe("nothing was refused");
  expect(await code(ana, { contactId: theirContact.id })).toBe("ERR_NO_CONTACT_FOUND");
  expect(await code(ana, { contactId: randomUUID() })).toBe("ERR_NO_CONTACT_FOUND");
  expect(await code(ana, { fileId: await givenPicture(bia) })).toBe("ERR_NO_FILE_FOUND");
  expect(await code(ana, { fileId: await givenPicture(other.ana) })).toBe("ERR_NO_FILE_FOUND");
  expect(await code(ana, { fileId: await givenPicture(ana) })).toBe("nothing was refused");
});

test("a schedule for a merged contact is created for the remaining one, and changed to it", async () => {
  const { companyId, ana } = desk;
  const [merged, another] = [await givenContact({ companyId }), await givenContact({ companyId })];
  await atDesk(companyId, ({ db }) =>
    db.update(contacts).set({ mergedIntoId: contact.id }).where(eq(contacts.id, merged.id)),
  );
  expect(await plan(ana, { contactId: merged.id })).toMatchObject({ contactId: contact.id });
  const { id } = await plan(ana, { contactId: another.id });
  expect(await change(ana, id, { contactId: merged.id })).toMatchObject({ contactId: contact.id });
});

test("a change keeps the fields that it does not name", async () => {
  const { companyId, ana } = desk;
  const { id, sendAt } = await plan(ana);
  const second = await givenContact({ companyId });
  const fileId = await givenPicture(ana);
  expect(await change(ana, id, { contactId: second.id, fileId })).toMatchObject({ contactId: second.id, fileId });
  expect(await change(ana, id, { body: "Outro texto" })).toMatchObject({
    ...{ body: "Outro texto", contactId: second.id, fileId, sendAt, userId: ana.id, status: "pending" },
  });
  expect(await change(ana, id, { fileId: null })).toMatchObject({ fileId: null, body: "Outro texto" });
});

test("a change to another company's contact or an unreadable picture is refused and changes nothing", async () => {
  const { ana, bia } = desk;
  const { id } = await plan(ana);
  const code = async (fields: Parameters<typeof change>[2]) => (await refusal(change(ana, id, fields))).code;
  expect(await code({ body: "Outro texto", contactId: theirContact.id })).toBe("ERR_NO_CONTACT_FOUND");
  expect(await code({ body: "Outro texto", fileId: await givenPicture(bia) })).toBe("ERR_NO_FILE_FOUND");
  expect(await code({ body: "Outro texto", sendAt: "2026-06-30T09:59" })).toBe("ERR_SCHEDULE_TOO_LATE");
  expect(await acting(ana, (ctx) => requireSchedule(ctx, id))).toMatchObject({
    body: "Sua peça fica pronta amanhã.",
    fileId: null,
  });
});

test("a failed schedule stays failed when only its text changes, and is due again at a new time", async () => {
  const { ana } = desk;
  const { id } = await plan(ana);
  await setRow(id, { status: "failed", errorCode: "ERR_NO_DEF_WAPP_FOUND" });
  expect(await change(ana, id, { body: "Outro texto" })).toMatchObject({ status: "failed" });
  // The form repeats the same time.
  expect(await change(ana, id, { sendAt: "2026-07-01T15:30" })).toMatchObject({ status: "failed" });
  expect(await change(ana, id, { sendAt: "2026-07-01T15:31" })).toMatchObject({ status: "pending", errorCode: null });
});

test("a sent schedule is neither changed nor given a picture, and is deleted only without `unlessSent`", async () => {
  const { companyId, ana } = desk;
  const { id } = await plan(ana);
  await setRow(id, { status: "sent", sentAt: now });
  const attempts = [
    () => change(ana, id, { body: "Tarde demais" }),
    () => acting(ana, (ctx) => setSchedulePicture(ctx, id, null)),
    () => acting(ana, (ctx) => deleteSchedule(ctx, id, { unlessSent: true })),
  ];
  for (const attempt of attempts)
    expect(await refusal(attempt())).toEqual({ code: "ERR_SCHEDULE_SENT", details: { id } });
  const isPresent = () => atDesk(companyId, async (ctx) => (await presentSchedules(ctx, [id, randomUUID()])).has(id));
  expect(await isPresent()).toBe(true);
  await acting(ana, (ctx) => deleteSchedule(ctx, id));
  expect(await isPresent()).toBe(false);
});

test("a waiting schedule is deleted with `unlessSent`, too", async () => {
  const { ana } = desk;
  const { id } = await plan(ana);
  await acting(ana, (ctx) => deleteSchedule(ctx, id, { unlessSent: true }));
  expect((await refusal(acting(ana, (ctx) => requireSchedule(ctx, id)))).code).toBe("ERR_NO_SCHEDULE_FOUND");
});

test("another user's later edit is a conflict for the text, not for the time", async () => {
  const { ana, admin } = desk;
  const { id } = await plan(ana);
  const edit = (agent: GivenAgent, fields: Parameters<typeof change>[2], baseRev?: number) =>
    acting(agent, (ctx) => updateSchedule(ctx, id, fields, { baseRev }), now);
  await edit(admin, { body: "Da administração" });
  expect(await refusal(edit(ana, { body: "Da Ana" }, 5))).toMatchObject({
    code: "ERR_EDIT_CONFLICT",
    details: { schedule: { body: "Da administração", sendAtLocal: "2026-07-01T15:30", contactName: "Helena Sampaio" } },
  });
  expect(await edit(ana, { sendAt: "2026-07-01T16:00" }, 5)).toMatchObject({ body: "Da administração" });
  // Ana edited last now: her next edit does not conflict with her own.
  expect(await edit(ana, { body: "Da Ana" }, 5)).toMatchObject({ body: "Da Ana" });
});
