import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { and, eq, lt, sql } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import { SENT_DRAFT_DAYS } from "../../contracts/desk/drafts.ts";
import { KEY_DAYS } from "../../contracts/desk/external-sending.ts";
import { type Database, openSequencer, schema } from "../../db/index.ts";
import { noticeStorage } from "../../domain/account/companies/index.ts";
import { deleteExpiredSignUps } from "../../domain/account/users/index.ts";
import { removeUnusedUploads } from "../../domain/desk/files/index.ts";
import { fetchUnstoredMedia } from "../../domain/desk/messages/index.ts";
import { removeUnusedPictures } from "../../domain/office/announcements/index.ts";
import type { FileStore } from "../../outside/file-store/index.ts";

const DAY_MS = 86_400_000;
/** How many days each kind is kept. Processed inbox rows are a second copy of messages, so they go first. */
const keptDays = {
  inbox: 1,
  sentPayloads: 14,
  commandLog: 30,
  earlyChanges: 30,
  pushSends: 3,
  passwordResets: 1,
  contactImports: 30,
  externalSends: KEY_DAYS,
  sentDrafts: SENT_DRAFT_DAYS,
} as const;

/**
 * Deletes expired rows, company by company, and creates and drops partitions of the change log. Assigns the missing revisions
 * first: a change of an announcement has none in a company that nobody uses, and a device that returns after the change was
 * dropped recognizes only by the revisions that it missed something.
 */
export async function deleteExpired(database: Database, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const {
    inbox,
    sentPayloads,
    commandLog,
    earlyChanges,
    contactImports,
    externalSends,
    pushSends,
    passwordResets,
    recentCalls,
    sentDrafts,
  } = schema;
  const companies = await database.platform.execute<{ id: string }>(sql`select all_company_ids() as id`);
  const sequencer = openSequencer(database);
  for (const { id } of companies) {
    await sequencer.run(id);
    await database.company(id, async (db) => {
      const drop = (table: PgTable & { companyId: AnyPgColumn }, at: AnyPgColumn, days: number) =>
        db.delete(table).where(and(eq(table.companyId, id), lt(at, before(days))));
      await drop(inbox, inbox.doneAt, keptDays.inbox);
      await drop(sentPayloads, sentPayloads.createdAt, keptDays.sentPayloads);
      await drop(commandLog, commandLog.createdAt, keptDays.commandLog);
      await drop(earlyChanges, earlyChanges.createdAt, keptDays.earlyChanges);
      await drop(contactImports, contactImports.updatedAt, keptDays.contactImports);
      await drop(externalSends, externalSends.createdAt, keptDays.externalSends);
      await drop(sentDrafts, sentDrafts.sentAt, keptDays.sentDrafts);
      await drop(pushSends, pushSends.takenAt, keptDays.pushSends);
      await drop(passwordResets, passwordResets.expiresAt, keptDays.passwordResets);
    });
  }
  const lastCall = sql`${recentCalls.times}[cardinality(${recentCalls.times})]`;
  await database.platform.delete(recentCalls).where(sql`${lastCall} < ${before(1).toISOString()}::timestamptz`);
  await database.asPlatform((db) => deleteExpiredSignUps(db, now));
  await database.platform.execute(sql`select queue_older_changes()`);
  await database.platform.execute(sql`select keep_change_partitions()`);
}

/** Deletes unused uploads, company by company, and unused pictures of announcements. */
export async function deleteUploads(database: Database, files: FileStore, now: Date): Promise<void> {
  const companies = await database.platform.execute<{ id: string }>(sql`select all_company_ids() as id`);
  for (const { id: companyId } of companies)
    await database.company(companyId, (db) => removeUnusedUploads({ db, companyId, now }, files));
  await removeUnusedPictures(database.platform, files, now);
}

/** Requests received files again for which a company's storage had no room, where there is room now. */
export async function fetchUnstored(database: Database, now: Date): Promise<void> {
  const companies = await database.platform.execute<{ id: string }>(sql`select all_company_ids() as id`);
  const sequencer = openSequencer(database);
  for (const { id: companyId } of companies)
    if ((await database.company(companyId, (db) => fetchUnstoredMedia({ db, companyId, now }))) > 0)
      await sequencer.run(companyId);
}

/** Mails the admins of companies whose storage became nearly full, company by company. */
export async function noticeFullStorages(database: Database, now: Date): Promise<void> {
  const companies = await database.platform.execute<{ id: string }>(sql`select all_company_ids() as id`);
  for (const { id: companyId } of companies)
    await database.company(companyId, (db) => noticeStorage({ db, companyId, now }));
}

/** Files in a connector's own folders are in transit and removed on arrival. */
const LEFTOVER_DAYS = 7;

/** Deletes files that a killed connector left in the folders; a missing folder counts as empty. */
export async function deleteLeftovers(folders: readonly string[], now: Date): Promise<void> {
  const before = now.getTime() - LEFTOVER_DAYS * DAY_MS;
  for (const folder of folders) {
    for (const name of await readdir(folder).catch(nothingThere([]))) {
      const path = join(folder, name);
      const found = await stat(path).catch(nothingThere(null));
      if (found?.isFile() && found.mtimeMs < before) await rm(path, { force: true });
    }
  }
}

const nothingThere =
  <T>(instead: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === "ENOENT") return instead;
    throw error;
  };
