import { createHash } from "node:crypto";
import { and, eq, inArray, ne, type SQL } from "drizzle-orm";
import type { CompanyDb } from "../client.ts";
import { companyKeys, type keyKinds } from "../schema/company-keys.ts";

type Kind = (typeof keyKinds)[number];

/** A key of a company in the directory. `rowId`: the row that it belongs to. */
export type CompanyKey = { companyId: string; kind: Kind; key: string; rowId: string };

/**
 * Takes a key for the company in this transaction. Returns false when another row, of any company, has it: of
 * transactions that take the same key at once, one gets it and the others wait for its commit. Idempotent by row.
 */
export async function claimKey(db: CompanyDb, key: CompanyKey): Promise<boolean> {
  const [claimed] = await db.insert(companyKeys).values(key).onConflictDoNothing().returning({ key: companyKeys.key });
  return claimed !== undefined || (await findOwnKey(db, key)) === key.rowId;
}

/** Takes the key instead of the row's other keys of its kind. Returns false, and changes nothing, when it is taken. */
export async function replaceKey(db: CompanyDb, key: CompanyKey): Promise<boolean> {
  if (!(await claimKey(db, key))) return false;
  await db.delete(companyKeys).where(and(ofRow(key), eq(companyKeys.kind, key.kind), ne(companyKeys.key, key.key)));
  return true;
}

/** Returns the row of this company that has the key; undefined: none of this company has it. */
export async function findOwnKey(
  db: CompanyDb,
  { companyId, kind, key }: Omit<CompanyKey, "rowId">,
): Promise<string | undefined> {
  const isKey = and(eq(companyKeys.companyId, companyId), eq(companyKeys.kind, kind), eq(companyKeys.key, key));
  const [found] = await db.select({ rowId: companyKeys.rowId }).from(companyKeys).where(isKey);
  return found?.rowId;
}

/** Releases keys of one kind. */
export async function releaseKeys(
  db: CompanyDb,
  { companyId, kind, keys }: { companyId: string; kind: Kind; keys: readonly string[] },
): Promise<void> {
  if (keys.length === 0) return;
  await release(db, [
    eq(companyKeys.companyId, companyId),
    eq(companyKeys.kind, kind),
    inArray(companyKeys.key, [...keys]),
  ]);
}

/** Releases all keys of a row that is deleted, or those of one kind. */
export async function releaseKeysOfRow(
  db: CompanyDb,
  row: Pick<CompanyKey, "companyId" | "rowId">,
  kind?: Kind,
): Promise<void> {
  await release(db, [ofRow(row), kind && eq(companyKeys.kind, kind)]);
}

async function release(db: CompanyDb, conditions: (SQL | undefined)[]): Promise<void> {
  await db.delete(companyKeys).where(and(...conditions));
}

/** The key of a browser's push address: the address is a secret. */
export const pushKey = (endpoint: string): string => createHash("sha256").update(endpoint).digest("hex");

const ofRow = ({ companyId, rowId }: Pick<CompanyKey, "companyId" | "rowId">) =>
  and(eq(companyKeys.companyId, companyId), eq(companyKeys.rowId, rowId));
