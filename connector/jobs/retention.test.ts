import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { afterAll, beforeAll, expect, test } from "vitest";
import { NewAnnouncement } from "../../contracts/office/announcements.ts";
import type { Checkpoint } from "../../contracts/sync.ts";
import { testNow, testTime } from "../../contracts/testing/clock.ts";
import { migrate, openSequencer, schema } from "../../db/index.ts";
import { givenAgent, givenCompany, givenTicket, giveTo } from "../../db/testing/given.ts";
import { countLogged } from "../../db/testing/logged-changes.ts";
import { type OwnDatabase, openOwnDatabase } from "../../db/testing/own-database.ts";
import { createAnnouncement } from "../../domain/office/announcements/index.ts";
import { asSuper, refusal } from "../../domain/testing.ts";
import { pull } from "../../sync/server/index.ts";
import { givenConnection } from "../testing/given-connection.ts";
import { deleteExpired, deleteLeftovers } from "./retention.ts";

let own: OwnDatabase;
beforeAll(async () => {
  own = await openOwnDatabase();
  giveTo(own.database);
});
afterAll(() => own.drop());

test("expired rows are deleted in every company, and unprocessed inbox rows stay", async () => {
  const now = testNow();
  const ago = (days: number) => new Date(now.getTime() - days * 86_400_000);
  const companies = [await givenConnection(own.database), await givenConnection(own.database)];
  for (const { companyId, connectionId, inside } of companies) {
    const row = { companyId, connectionId, part: 0, epoch: 1, seq: 1, attrs: {}, plaintext: Buffer.of(1) };
    const payload = { companyId, connectionId, data: Buffer.of(1) };
    const command = {
      companyId,
      userId: randomUUID(),
      type: "ticket.accept",
      answer: { status: "applied" as const, code: null },
    };
    await inside(async (db) => {
      await db.insert(schema.inbox).values([
        { ...row, providerId: "old", doneAt: ago(2) },
        { ...row, providerId: "new", doneAt: ago(0.5) },
        { ...row, providerId: "stuck", createdAt: ago(9) },
      ]);
      await db.insert(schema.sentPayloads).values([
        { ...payload, providerId: "old", createdAt: ago(15) },
        { ...payload, providerId: "new", createdAt: ago(13) },
      ]);
      await db.insert(schema.commandLog).values([
        { ...command, id: randomUUID(), createdAt: ago(31) },
        { ...command, id: randomUUID(), createdAt: ago(29) },
      ]);
      const send = { companyId, connectionId, contentHash: "" };
      await db.insert(schema.externalSends).values([
        { ...send, key: "old", createdAt: ago(31) },
        { ...send, key: "new", createdAt: ago(29) },
      ]);
    });
  }
  await deleteExpired(own.database, now);
  for (const { inside } of companies) {
    const left = await inside(async (db) => [
      (await db.select().from(schema.inbox)).map(({ providerId }) => providerId).sort(),
      (await db.select().from(schema.sentPayloads)).map(({ providerId }) => providerId),
      (await db.select().from(schema.commandLog)).length,
      (await db.select().from(schema.externalSends)).map(({ key }) => key),
    ]);
    expect(left).toEqual([["new", "stuck"], ["new"], 1, ["new"]]);
  }
});

test("expired codes and tokens of sign-ups are deleted, and others stay", async () => {
  const now = testNow();
  const hours = (count: number) => new Date(now.getTime() + count * 3_600_000);
  const [old, fresh] = [`${randomUUID()}@old.example`, `${randomUUID()}@new.example`];
  await own.database.asPlatform(async (db) => {
    await db.insert(schema.signUpCodes).values([
      { email: old, codeHash: "x", expiresAt: hours(-2) },
      { email: fresh, codeHash: "x", attempts: 5, expiresAt: hours(-0.1), lockedUntil: hours(0.2) },
    ]);
    await db.insert(schema.signUpTokens).values([
      { email: old, tokenHash: randomUUID(), expiresAt: hours(-0.1) },
      { email: fresh, tokenHash: randomUUID(), expiresAt: hours(0.1) },
    ]);
  });
  await deleteExpired(own.database, now);
  const left = await own.database.asPlatform(async (db) => [
    ...(await db.select({ email: schema.signUpCodes.email }).from(schema.signUpCodes)),
    ...(await db.select({ email: schema.signUpTokens.email }).from(schema.signUpTokens)),
  ]);
  expect(left.map(({ email }) => email)).toEqual([fresh, fresh]);
});

test("a mailed code is deleted a day after it expired: that of a first access is kept for its seven days", async () => {
  const now = testNow();
  const days = (count: number) => new Date(now.getTime() + count * 86_400_000);
  const { companyId, ana } = await givenCompany();
  const row = { companyId, userId: ana.id, createdAt: days(-6) };
  await own.database.company(companyId, (db) =>
    db.insert(schema.passwordResets).values([
      { ...row, codeHash: "first access", expiresAt: days(1) },
      { ...row, codeHash: "old", expiresAt: days(-2) },
    ]),
  );
  await deleteExpired(own.database, now);
  const left = await own.database.company(companyId, (db) => db.select().from(schema.passwordResets));
  expect(left.map(({ codeHash }) => codeHash)).toEqual(["first access"]);
});

test("a device of a company idle for longer than the log is told that it missed an announcement", async () => {
  const { companyId, ana } = await givenCompany();
  const sequencer = openSequencer(own.database);
  const deps = { database: own.database, sequencer };
  const take = (checkpoint?: Checkpoint) => pull(deps, ana, { collection: "announcements", checkpoint, limit: 500 });
  const { checkpoint } = await take();
  const owner = await givenAgent({ companyId, name: "Dona", profile: "admin", isSuper: true });
  const announcement = v.parse(NewAnnouncement, { title: "Pix", text: "Novo" });
  const { id } = await asSuper(owner, (ctx) => createAnnouncement(ctx, announcement));
  const logged = () => own.database.company(companyId, (db) => countLogged(db, companyId, id));
  await sequencer.run(companyId);
  // The log keeps 30 days. All changes of the company are 40 days old.
  const day = new Date(testTime() - 40 * 86_400_000).toISOString().slice(0, 10);
  await own.asOwner(`create table changes_${day.replaceAll("-", "")} partition of changes
      for values from ('${day}T00:00:00Z') to ('${day}T24:00:00Z');
    update changes set at = '${day}T12:00:00Z' where company_id = '${companyId}'`);

  await migrate(own.ownerUrl);
  expect(await logged(), "a start of the program drops nothing").toBe(1);
  await deleteExpired(own.database, testNow());
  expect(await logged()).toBe(0);
  expect(await refusal(take(checkpoint))).toMatchObject({ code: "ERR_CHECKPOINT_TOO_OLD" });
  expect((await take()).documents).toMatchObject([{ id }]);
});

test("transit files of a killed connector are deleted after a week, and recent ones stay", async () => {
  const folder = await mkdtemp(join(tmpdir(), "passing-"));
  const now = testNow();
  for (const [name, days] of [
    ["killed.ogg", 8],
    ["waiting.ogg", 6],
    ["going.ogg", 0],
  ] as const) {
    await writeFile(join(folder, name), "voice");
    const at = new Date(now.getTime() - days * 86_400_000);
    await utimes(join(folder, name), at, at);
  }
  await deleteLeftovers([join(folder, "not there"), folder], now);
  expect((await readdir(folder)).sort()).toEqual(["going.ogg", "waiting.ogg"]);
  await rm(folder, { recursive: true });
});

test("the text of a sent draft is deleted after the seven days in which the user's other devices are told", async () => {
  const now = testNow();
  const ago = (days: number) => new Date(now.getTime() - days * 86_400_000);
  const { companyId, ana } = await givenCompany();
  const tickets = [await givenTicket({ companyId }), await givenTicket({ companyId })];
  const sent = { companyId, userId: ana.id, text: "Bom dia", baseRev: 1, writerId: randomUUID() };
  await own.database.company(companyId, (db) =>
    db
      .insert(schema.sentDrafts)
      .values(tickets.map(({ id }, index) => ({ ...sent, ticketId: id, sentAt: ago(index === 0 ? 8 : 6) }))),
  );
  await deleteExpired(own.database, now);
  const left = await own.database.company(companyId, (db) => db.select().from(schema.sentDrafts));
  expect(left.map(({ ticketId }) => ticketId)).toEqual([tickets[1]?.id]);
});
