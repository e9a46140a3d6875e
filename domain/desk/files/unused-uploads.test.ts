import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq, getTableName, is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { usualWindow } from "../../../contracts/marketing/campaigns.ts";
import { importStatuses } from "../../../contracts/marketing/contact-imports.ts";
import { testNow, testTime } from "../../../contracts/testing/clock.ts";
import { schema } from "../../../db/index.ts";
import { type GivenAgent, givenCompany, givenContact, givenTicket } from "../../../db/testing/given.ts";
import { openDiskFileStore } from "../../../outside/file-store/index.ts";
import { atDesk } from "../../testing.ts";
import { removeUnusedUploads } from "./index.ts";

const { campaigns, chatMessages, chats, contactImports, contactPictures, files, messages, quickMessages, schedules } =
  schema;
const DAY_MS = 86_400_000;

const folder = await mkdtemp(join(tmpdir(), "balcao-unused-"));
const store = openDiskFileStore(folder);
afterAll(() => rm(folder, { recursive: true, force: true }));

let companyId: string;
let ana: GivenAgent;
beforeAll(async () => {
  ({ companyId, ana } = await givenCompany());
});

type Naming = (fileId: string) => Promise<unknown>;
const insertAs = (work: Parameters<typeof atDesk>[1]) => atDesk(companyId, work);

const naming: Record<string, Naming> = {
  messages: async (fileId) => {
    const { id: ticketId, contactId } = await givenTicket({ companyId });
    const message = { companyId, id: randomUUID(), ticketId, contactId, fromMe: true, fileId };
    return insertAs(({ db }) => db.insert(messages).values(message));
  },
  schedules: async (fileId) => {
    const contact = await givenContact({ companyId });
    const row = { companyId, id: randomUUID(), contactId: contact.id, userId: ana.id, body: "Bom dia!", fileId };
    return insertAs(({ db, now }) => db.insert(schedules).values({ ...row, sendAt: now }));
  },
  quick_messages: (fileId) => {
    const row = { companyId, id: randomUUID(), shortcode: "mapa", message: "Como chegar", fileId };
    return insertAs(({ db }) => db.insert(quickMessages).values(row));
  },
  contact_imports: (fileId) => {
    const row = {
      companyId,
      id: randomUUID(),
      userId: ana.id,
      name: "clientes.csv",
      status: importStatuses[0],
      fileId,
    };
    return insertAs(({ db }) => db.insert(contactImports).values(row));
  },
  campaigns: (fileId) => {
    const row = { companyId, id: randomUUID(), name: "Natal", messages: [], confirmationMessages: [], fileId };
    return insertAs(({ db }) => db.insert(campaigns).values({ ...row, window: usualWindow }));
  },
  chat_messages: (fileId) =>
    insertAs(async ({ db }) => {
      const [chatId, message] = [randomUUID(), { companyId, id: randomUUID(), seq: 1, userName: "Ana", fileId }];
      await db.insert(chats).values({ companyId, id: chatId, ownerId: ana.id });
      await db.insert(chatMessages).values({ ...message, chatId });
    }),
  contact_pictures: async (fileId) => {
    const contact = await givenContact({ companyId });
    const row = { companyId, contactId: contact.id, fileId };
    return insertAs(({ db, now }) => db.insert(contactPictures).values({ ...row, dueAt: now }));
  },
};

async function givenOldUpload(): Promise<string> {
  const [id, updatedAt] = [randomUUID(), new Date(testTime() - 30 * DAY_MS)];
  const row = { companyId, id, name: "x", size: 1, sha256: "", userId: ana.id, isComplete: true, updatedAt };
  await atDesk(companyId, ({ db }) => db.insert(files).values(row));
  await store.write(companyId, id, 0, Buffer.from("x"));
  return id;
}
const remove = (now = testNow()) => atDesk(companyId, (ctx) => removeUnusedUploads(ctx, store), now);
const isStored = async (id: string) => (await store.size(companyId, id)) > 0;

test("the cases below cover every table with a file id", () => {
  const tables = (Object.values(schema) as unknown[]).filter((value): value is PgTable => is(value, PgTable));
  const withFile = tables.filter((table) => getTableConfig(table).columns.some(({ name }) => name === "file_id"));
  expect(withFile.map((table) => getTableName(table)).sort()).toEqual(Object.keys(naming).sort());
});

test.each(Object.entries(naming))("an old upload that a row of %s names is kept", async (_table, name) => {
  const [used, unused] = [await givenOldUpload(), await givenOldUpload()];
  await name(used);
  expect(await remove()).toBe(1);
  expect([await isStored(used), await isStored(unused)]).toEqual([true, false]);
  const rows = await atDesk(companyId, ({ db }) => db.select().from(files).where(eq(files.id, used)));
  expect(rows).toHaveLength(1);
});

test("a file that another company's row names is unused, and running again removes nothing", async () => {
  const id = await givenOldUpload();
  const other = await givenCompany();
  const row = { companyId: other.companyId, id: randomUUID(), shortcode: "mapa", message: "Como chegar", fileId: id };
  await atDesk(other.companyId, ({ db }) => db.insert(quickMessages).values(row));
  expect([await remove(), await remove()]).toEqual([1, 0]);
  expect(await isStored(id)).toBe(false);
});
