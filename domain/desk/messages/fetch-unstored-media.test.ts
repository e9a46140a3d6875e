import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { GibiByte, MebiByte } from "../../../contracts/desk/messages.ts";
import { testTime } from "../../../contracts/testing/clock.ts";
import { schema } from "../../../db/index.ts";
import { givenCompany, givenTicket, testDatabase } from "../../../db/testing/given.ts";
import { givenPlan } from "../../../db/testing/given-plan.ts";
import { acting, atDesk } from "../../testing.ts";
import { attachMedia, failMedia, fetchMediaAgain, fetchUnstoredMedia, threadTail } from "./index.ts";

const { companies, files, messages } = schema;
const DAY_MS = 86_400_000;

/** A company with 1 GB, of which `used` bytes are used. */
async function givenDesk(used: number) {
  const company = await givenCompany();
  const { companyId, queue, connection } = company;
  const { id: planId } = await givenPlan({ storageGb: 1 });
  const ticket = await givenTicket({ companyId, queueId: queue.id, connectionId: connection.id });
  await atDesk(companyId, async ({ db }) => {
    await db.update(companies).set({ planId }).where(eq(companies.id, companyId));
    await db.insert(files).values({ companyId, id: randomUUID(), name: "filme", size: used, sha256: "" });
  });
  /** A received file that found the storage full, so many days ago. */
  const unstored = async (days: number, mediaSize: number | null): Promise<string> => {
    const messageId = randomUUID();
    await atDesk(companyId, async (ctx) => {
      await ctx.db.insert(messages).values({
        ...{ companyId, id: messageId, ticketId: ticket.id, contactId: ticket.contactId, queueId: queue.id },
        ...{ connectionId: connection.id, fromMe: false, mediaType: "image", mediaState: "pending", mediaSize },
        createdAt: new Date(testTime() - days * DAY_MS),
      });
      await failMedia(ctx, { messageId, error: "ERR_PLAN_LIMIT_STORAGE" });
    });
    return messageId;
  };
  const rowOf = async (id: string) =>
    (await atDesk(companyId, ({ db }) => db.select().from(messages).where(eq(messages.id, id))))[0];
  const fetchAll = () => atDesk(companyId, fetchUnstoredMedia);
  return { ...company, ticket, unstored, rowOf, fetchAll };
}
const jobsOf = async (companyId: string) => {
  const rows = await testDatabase().platform.execute<{ id: string }>(
    sql`select data ->> 'messageId' as id from pgboss.job where name = 'media.fetch' and data ->> 'companyId' = ${companyId}`,
  );
  return rows.map(({ id }) => id);
};
const failed = { mediaState: "failed", mediaError: "ERR_PLAN_LIMIT_STORAGE" };

test("a received file without room is shown as not stored, with the reason, until it is requested", async () => {
  const desk = await givenDesk(GibiByte);
  const id = await desk.unstored(0, 900);
  const tail = () => acting(desk.admin, (ctx) => threadTail(ctx, [desk.ticket.id]));
  const media = async () => (await tail()).get(desk.ticket.id)?.messages[0]?.media;
  expect(await media()).toMatchObject({ state: "failed", error: "ERR_PLAN_LIMIT_STORAGE", size: 900 });
  await acting(desk.admin, (ctx) => fetchMediaAgain(ctx, id));
  expect(await media()).toMatchObject({ state: "pending" });
  expect(await media()).not.toHaveProperty("error");
  expect(await jobsOf(desk.companyId)).toEqual([id]);
});

test("nothing is requested while the storage is full, and with room the newest files that fit", async () => {
  const desk = await givenDesk(GibiByte - 3 * MebiByte);
  const [newest, large, small, unknown] = [
    await desk.unstored(1, 2 * MebiByte),
    await desk.unstored(2, 2 * MebiByte),
    await desk.unstored(3, MebiByte - 1),
    await desk.unstored(4, null),
  ];
  expect(await desk.fetchAll()).toBe(3);
  expect((await jobsOf(desk.companyId)).sort()).toEqual([newest, small, unknown].sort());
  expect(await desk.rowOf(large)).toMatchObject(failed);
  expect(await desk.rowOf(newest)).toMatchObject({ mediaState: "pending", mediaError: null });
  const full = await givenDesk(GibiByte);
  const waiting = await full.unstored(1, 1);
  expect([await full.fetchAll(), await full.rowOf(waiting)]).toMatchObject([0, failed]);
});

test("files from before 30 days, files that the channel did not give, and another company's stay", async () => {
  const [desk, other] = [await givenDesk(0), await givenDesk(0)];
  const [old, foreign, gone] = [await desk.unstored(31, 1), await other.unstored(1, 1), await desk.unstored(1, 1)];
  await atDesk(desk.companyId, (ctx) => failMedia(ctx, { messageId: gone }));
  expect(await desk.fetchAll()).toBe(0);
  expect(await desk.rowOf(old)).toMatchObject(failed);
  expect(await desk.rowOf(gone)).toMatchObject({ mediaState: "failed", mediaError: null });
  expect(await other.rowOf(foreign)).toMatchObject(failed);
});

test("a file that is stored after all has no reason any more", async () => {
  const desk = await givenDesk(0);
  const messageId = await desk.unstored(0, 1);
  const file = { fileId: randomUUID(), mimetype: "image/png", size: 1 };
  await atDesk(desk.companyId, (ctx) => attachMedia(ctx, { messageId, ...file }));
  expect(await desk.rowOf(messageId)).toMatchObject({ mediaState: "ready", mediaError: null });
});
