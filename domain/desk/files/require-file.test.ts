import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { usualWindow } from "../../../contracts/marketing/campaigns.ts";
import { pictureAddress } from "../../../contracts/pictures.ts";
import { schema } from "../../../db/index.ts";
import { type GivenAgent, givenCompany, givenContact, givenTicket } from "../../../db/testing/given.ts";
import { acting, atDesk, refusal } from "../../testing.ts";
import { requireFile, requirePicture } from "./index.ts";

const { campaigns, contacts, files, messages, quickMessages, schedules } = schema;

let desk: Awaited<ReturnType<typeof givenCompany>>;
let stranger: GivenAgent;
beforeAll(async () => {
  desk = await givenCompany();
  stranger = (await givenCompany()).admin;
});

/** A finished file of the desk without an uploader: nobody may read it unless a row names it. */
async function givenFile(file: Partial<typeof files.$inferInsert> = {}): Promise<string> {
  const id = randomUUID();
  const columns = { name: "vaso.png", mimetype: "image/png", kind: "image" as const, size: 3, sha256: "" };
  await atDesk(desk.companyId, (ctx) =>
    ctx.db.insert(files).values({ ...columns, isComplete: true, ...file, companyId: desk.companyId, id }),
  );
  return id;
}

const codeFor = async (agent: GivenAgent, id: string) =>
  (await refusal(acting(agent, (ctx) => requireFile(ctx, id)))).code;
/** For the admin, Ana (Vendas), Bia (Suporte), and another company's admin. */
async function readersOf(id: string): Promise<boolean[]> {
  const codes: string[] = await Promise.all(
    [desk.admin, desk.ana, desk.bia, stranger].map((agent) => codeFor(agent, id)),
  );
  for (const code of codes) expect(["ERR_NO_FILE_FOUND", "nothing was refused"]).toContain(code);
  return codes.map((code) => code === "nothing was refused");
}

test("a file that no row names is readable only by its uploader, once it is complete", async () => {
  const { ana } = desk;
  expect(await readersOf(await givenFile())).toEqual([false, false, false, false]);
  expect(await readersOf(await givenFile({ userId: ana.id }))).toEqual([false, true, false, false]);
  expect(await readersOf(await givenFile({ userId: ana.id, isComplete: false }))).toEqual([false, false, false, false]);
});

test("a campaign's file is readable by users who may manage campaigns", async () => {
  const { companyId } = desk;
  const fileId = await givenFile();
  const campaign = { companyId, id: randomUUID(), name: "Volta", messages: [], confirmationMessages: [], fileId };
  await atDesk(companyId, (ctx) => ctx.db.insert(campaigns).values({ ...campaign, window: usualWindow }));
  expect(await readersOf(fileId)).toEqual([true, false, false, false]);
});

test("a message's file is readable by users who see the ticket and may read the message", async () => {
  const { companyId, queue, support } = desk;
  const fileId = await givenFile();
  const ticket = await givenTicket({ companyId, queueId: queue.id });
  const message = { companyId, ticketId: ticket.id, contactId: ticket.contactId, fromMe: false, fileId };
  await atDesk(companyId, (ctx) => ctx.db.insert(messages).values({ ...message, id: randomUUID(), queueId: queue.id }));
  expect(await readersOf(fileId)).toEqual([true, true, false, false]);
  await atDesk(companyId, (ctx) =>
    ctx.db.update(schema.tickets).set({ queueId: support.id }).where(eq(schema.tickets.id, ticket.id)),
  );
  // The conversation goes along with its ticket.
  expect(await readersOf(fileId)).toEqual([true, false, true, false]);
});

test("a contact's picture is readable by every agent of the company, until the contact was merged", async () => {
  const { companyId } = desk;
  const fileId = await givenFile();
  const contact = await givenContact({ companyId, profilePicUrl: pictureAddress(fileId) });
  expect(await readersOf(fileId)).toEqual([true, true, true, false]);
  const into = await givenContact({ companyId });
  await atDesk(companyId, (ctx) =>
    ctx.db.update(contacts).set({ mergedIntoId: into.id }).where(eq(contacts.id, contact.id)),
  );
  expect(await readersOf(fileId)).toEqual([false, false, false, false]);
});

test("a quick message's file is readable by everyone if it is general, otherwise by its author", async () => {
  const { companyId, ana } = desk;
  const [general, own] = [await givenFile(), await givenFile()];
  const quick = { companyId, shortcode: "mapa", message: "Como chegar", userId: ana.id };
  await atDesk(companyId, (ctx) =>
    ctx.db.insert(quickMessages).values([
      { ...quick, id: randomUUID(), isGeneral: true, fileId: general },
      { ...quick, id: randomUUID(), isGeneral: false, fileId: own },
    ]),
  );
  expect(await readersOf(general)).toEqual([true, true, true, false]);
  expect(await readersOf(own)).toEqual([false, true, false, false]);
});

test("a schedule's file is readable by its owner and by users who see a ticket of its contact", async () => {
  const { companyId, queue, bia } = desk;
  const fileId = await givenFile();
  const contact = await givenContact({ companyId });
  await atDesk(companyId, (ctx) =>
    ctx.db.insert(schedules).values({
      ...{ companyId, id: randomUUID(), contactId: contact.id, userId: bia.id, fileId },
      ...{ body: "Bom dia!", sendAt: ctx.now },
    }),
  );
  expect(await readersOf(fileId)).toEqual([true, false, true, false]);
  await givenTicket({ companyId, contactId: contact.id, queueId: queue.id });
  expect(await readersOf(fileId)).toEqual([true, true, true, false]);
});

test.each([
  ["image/png", "nothing was refused"],
  ["image/jpeg", "nothing was refused"],
  ["image/webp", "ERR_FILE_TYPE"],
  ["application/pdf", "ERR_FILE_TYPE"],
])("requirePicture: a file of type %s: %s", async (mimetype, code) => {
  const { ana, bia } = desk;
  const id = await givenFile({ userId: ana.id, mimetype });
  expect((await refusal(acting(ana, (ctx) => requirePicture(ctx, id)))).code).toBe(code);
  expect((await refusal(acting(bia, (ctx) => requirePicture(ctx, id)))).code).toBe("ERR_NO_FILE_FOUND");
});
