import { createHash, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq, inArray, sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { GibiByte, MebiByte } from "../../../contracts/desk/messages.ts";
import { testTime } from "../../../contracts/testing/clock.ts";
import { schema } from "../../../db/index.ts";
import { givenAgent, givenCompany, testDatabase } from "../../../db/testing/given.ts";
import { givenPlan } from "../../../db/testing/given-plan.ts";
import { openDiskFileStore } from "../../../outside/file-store/index.ts";
import { receiveUploadPart, removeUnusedUploads, storeFile, storeSentFile } from "../../desk/files/index.ts";
import { createChat, deleteChat, sendChatMessage } from "../../office/chats/index.ts";
import { acting, atDesk, refusal } from "../../testing.ts";
import { noticeStorage } from "../companies/index.ts";
import { planUsage } from "./index.ts";

const { companies, files, storedBytes } = schema;
const folder = await mkdtemp(join(tmpdir(), "balcao-storage-"));
const store = openDiskFileStore(folder);
afterAll(() => rm(folder, { recursive: true, force: true }));

type Company = Awaited<ReturnType<typeof givenCompany>>;
const text = Buffer.from("lista de preços da oficina");
const part = {
  offset: 0,
  size: text.length,
  name: "lista.txt",
  sha256: createHash("sha256").update(text).digest("hex"),
};
const full = { code: "ERR_PLAN_LIMIT_STORAGE", details: { limit: 1 } };

/** `used`: the bytes of a received file that the company has already. */
async function givenStorage(used: number, plan: object = { storageGb: 1 }, exceptions: object = {}): Promise<Company> {
  const company = await givenCompany();
  const { companyId } = company;
  const { id: planId } = await givenPlan(plan);
  await atDesk(companyId, async ({ db }) => {
    await db
      .update(companies)
      .set({ planId, ...exceptions })
      .where(eq(companies.id, companyId));
    await db.insert(files).values(fileOf(companyId, used));
  });
  return company;
}
const fileOf = (companyId: string, size: number) => ({
  ...{ companyId, id: randomUUID(), name: "video.mp4", size, sha256: "", isComplete: true },
});
const upload = ({ ana }: Company, id: string = randomUUID()) =>
  acting(ana, (ctx) => receiveUploadPart(ctx, store, id, part, text));
const bytesOf = async ({ companyId }: Company) =>
  (
    await atDesk(companyId, ({ db }) => db.select().from(storedBytes).where(eq(storedBytes.companyId, companyId)))
  ).reduce((sum, { bytes }) => sum + bytes, 0);

test("an upload that fills the storage is stored, and the next is refused with the limit and leaves no row", async () => {
  const company = await givenStorage(GibiByte - text.length);
  expect(await upload(company)).toMatchObject({ complete: true });
  const id = randomUUID();
  expect(await refusal(upload(company, id))).toEqual(full);
  const rows = await atDesk(company.companyId, ({ db }) => db.select().from(files).where(eq(files.id, id)));
  expect([rows, await store.size(company.companyId, id), await bytesOf(company)]).toEqual([[], 0, GibiByte]);
});

test("an upload that has begun is finished in a full storage", async () => {
  const company = await givenStorage(GibiByte - text.length);
  const id = randomUUID();
  const half = text.subarray(0, 10);
  await acting(company.ana, (ctx) => receiveUploadPart(ctx, store, id, part, half));
  expect(await refusal(upload(company))).toEqual(full);
  const rest = { ...part, offset: half.length };
  expect(
    await acting(company.ana, (ctx) => receiveUploadPart(ctx, store, id, rest, text.subarray(half.length))),
  ).toMatchObject({ complete: true });
});

test("of several uploads at once by several users, exactly one gets the last room", async () => {
  const company = await givenStorage(GibiByte - text.length);
  const { ana, bia } = company;
  // Opens the database's connections: otherwise the first upload ends before the others begin.
  await Promise.all(Array.from({ length: 6 }, () => atDesk(company.companyId, planUsage)));
  const answers = await Promise.all(
    [ana, bia, ana, bia, ana, bia].map((agent) => refusal(upload({ ...company, ana: agent }))),
  );
  expect(answers.filter(({ code }) => code === full.code)).toHaveLength(5);
  expect(await bytesOf(company)).toBe(GibiByte);
});

test("received files and integrators' files are refused by a full storage, and a known file is returned", async () => {
  const company = await givenStorage(GibiByte - text.length);
  const source = { id: randomUUID(), name: "lista.txt", bytes: text };
  await atDesk(company.companyId, (ctx) => storeFile(ctx, store, source));
  const again = { ...source, id: randomUUID() };
  expect(await refusal(atDesk(company.companyId, (ctx) => storeFile(ctx, store, again)))).toEqual(full);
  expect(await refusal(atDesk(company.companyId, (ctx) => storeSentFile(ctx, store, again)))).toEqual(full);
  expect(await store.size(company.companyId, again.id)).toBe(0);
  expect(await atDesk(company.companyId, (ctx) => storeFile(ctx, store, source))).toMatchObject({ id: source.id });
});

test("another company's files do not count", async () => {
  await givenStorage(GibiByte);
  const company = await givenStorage(GibiByte - text.length);
  await upload(company);
  expect((await atDesk(company.companyId, planUsage)).storageGb).toEqual({ used: 1, limit: 1 });
});

test("an exception of the company counts instead of the plan's storage; without a plan nothing is limited", async () => {
  await upload(await givenStorage(GibiByte, { storageGb: 1 }, { storageGbLimit: 2 }));
  expect(await refusal(upload(await givenStorage(1, { storageGb: 5 }, { storageGbLimit: 0 })))).toMatchObject({
    details: { limit: 0 },
  });
  const free = await givenStorage(50 * GibiByte, {}, { planId: null });
  await upload(free);
  expect((await atDesk(free.companyId, planUsage)).storageGb).toEqual({ used: 50, limit: null });
});

test("a file of an internal chat counts, and deleting the chat gives its bytes back at once", async () => {
  const company = await givenStorage(GibiByte - text.length);
  const { ana, admin, companyId } = company;
  const [fileId, chatId] = [randomUUID(), randomUUID()];
  await upload(company, fileId);
  await acting(admin, (ctx) => createChat(ctx, { id: chatId, title: "Peças", userIds: [ana.id] }));
  const message = { id: randomUUID(), chatId, body: "", fileId, quotedId: null };
  await acting(ana, (ctx) => sendChatMessage(ctx, message));
  expect(await refusal(upload(company))).toEqual(full);
  await acting(admin, (ctx) => deleteChat(ctx, chatId));
  expect(await bytesOf(company)).toBe(GibiByte - text.length);
  await upload(company);
  const rows = await atDesk(companyId, ({ db }) => db.select().from(files).where(eq(files.id, fileId)));
  expect(rows).toEqual([]);
});

test("unfinished uploads that are removed give their bytes back", async () => {
  const company = await givenStorage(10);
  const id = randomUUID();
  await acting(company.ana, (ctx) => receiveUploadPart(ctx, store, id, part, text.subarray(0, 10)));
  expect(await bytesOf(company)).toBe(10 + text.length);
  const inTwoDays = new Date(testTime() + 2 * 86_400_000);
  await atDesk(company.companyId, (ctx) => removeUnusedUploads(ctx, store), inTwoDays);
  expect(await bytesOf(company)).toBe(10);
});

test("the sum stays right over many changes and undone ones, and a sum leaves one row", async () => {
  const company = await givenStorage(MebiByte);
  const { companyId } = company;
  const rows = Array.from({ length: 400 }, (_, at) => fileOf(companyId, at + 1));
  for (const row of rows) await atDesk(companyId, ({ db }) => db.insert(files).values(row));
  const undone = atDesk(companyId, async ({ db }) => {
    await db.insert(files).values(fileOf(companyId, 999));
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  const ids = rows.slice(0, 100).map(({ id }) => id);
  await atDesk(companyId, ({ db }) => db.update(files).set({ size: 1_000 }).where(inArray(files.id, ids)));
  await atDesk(companyId, ({ db }) => db.delete(files).where(inArray(files.id, ids.slice(0, 50))));
  await atDesk(companyId, ({ db }) => db.execute(sql`select sum_stored_bytes(${companyId})`));
  const rest = rows.slice(100).reduce((sum, { size }) => sum + size, 0);
  expect(await bytesOf(company)).toBe(MebiByte + rest + 50 * 1_000);
  expect(await atDesk(companyId, ({ db }) => db.$count(storedBytes, eq(storedBytes.companyId, companyId)))).toBe(1);
});

test("above 80 % of the storage each admin is mailed once, and again after the files used less", async () => {
  const company = await givenStorage(Math.floor(GibiByte * 0.8));
  const { companyId } = company;
  await givenAgent({ companyId, name: "Segunda", profile: "admin" });
  const notice = () => atDesk(companyId, noticeStorage);
  const mails = () =>
    testDatabase().platform.execute<{ template: string; values: object }>(sql`
      select data ->> 'template' as template, data -> 'values' as values from pgboss.job
      where name = 'mail.send' and data ->> 'companyId' = ${companyId}`);
  expect(await notice()).toBe(false);
  const { id, ...more } = fileOf(companyId, 60 * MebiByte);
  await atDesk(companyId, ({ db }) => db.insert(files).values({ ...more, id }));
  expect([await notice(), await notice()]).toEqual([true, false]);
  const mail = { template: "storageFilling", values: expect.objectContaining({ usedGb: 0.859, limitGb: 1 }) };
  expect(await mails()).toEqual([mail, mail]);
  await atDesk(companyId, ({ db }) => db.delete(files).where(eq(files.id, id)));
  expect(await notice()).toBe(false);
  await atDesk(companyId, ({ db }) => db.insert(files).values({ ...more, id }));
  expect(await notice()).toBe(true);
  expect(await mails()).toHaveLength(4);
});

test("a deleted company and one without a limit get no notice of their storage", async () => {
  const gone = await givenStorage(GibiByte, { storageGb: 1 }, { deletedAt: new Date("2026-01-01") });
  const unlimited = await givenStorage(GibiByte, { storageGb: 1 }, { planId: null });
  for (const { companyId } of [gone, unlimited]) expect(await atDesk(companyId, noticeStorage)).toBe(false);
});
