import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { CompanyDb } from "../client.ts";
import { givenCompany, testDatabase } from "../testing/given.ts";
import { claimKey, findOwnKey, releaseKeys, releaseKeysOfRow, replaceKey } from "./company-keys.ts";

const within = <T>(companyId: string, work: (db: CompanyDb) => Promise<T>) => testDatabase().company(companyId, work);
const newKey = (companyId: string) => ({
  ...{ companyId, kind: "token" as const, key: randomUUID(), rowId: randomUUID() },
});

test("of companies that claim one key at once, exactly one gets it", async () => {
  const companies = await Promise.all([givenCompany(), givenCompany(), givenCompany()]);
  const key = randomUUID();
  const claimed = await Promise.all(
    companies.map(({ companyId }) =>
      within(companyId, async (db) => {
        const isOurs = await claimKey(db, { ...newKey(companyId), key });
        await db.execute(sql`select pg_sleep(0.05)`);
        return isOurs;
      }),
    ),
  );
  expect(claimed.sort()).toEqual([false, false, true]);
});

test("a claim is idempotent by row, and is refused to another row of the company", async () => {
  const { companyId } = await givenCompany();
  const key = newKey(companyId);
  expect(await within(companyId, (db) => claimKey(db, key))).toBe(true);
  expect(await within(companyId, (db) => claimKey(db, key))).toBe(true);
  expect(await within(companyId, (db) => claimKey(db, { ...key, rowId: randomUUID() }))).toBe(false);
});

test("a rolled back claim leaves the key free", async () => {
  const [one, other] = [await givenCompany(), await givenCompany()];
  const key = newKey(one.companyId);
  const failing = within(one.companyId, async (db) => {
    await claimKey(db, key);
    throw new Error("refused");
  });
  await expect(failing).rejects.toThrow("refused");
  expect(await within(other.companyId, (db) => claimKey(db, { ...key, companyId: other.companyId }))).toBe(true);
});

test("replacing a key releases the row's other keys of its kind; a taken key changes nothing", async () => {
  const [one, other] = [await givenCompany(), await givenCompany()];
  const old = newKey(one.companyId);
  const session = { ...old, kind: "session" as const };
  const taken = newKey(other.companyId);
  await within(other.companyId, (db) => claimKey(db, taken));
  await within(one.companyId, async (db) => {
    await claimKey(db, old);
    await claimKey(db, session);
    expect(await replaceKey(db, { ...old, key: taken.key })).toBe(false);
    expect(await findOwnKey(db, old)).toBe(old.rowId);
    const next = { ...old, key: randomUUID() };
    expect(await replaceKey(db, next)).toBe(true);
    expect(await findOwnKey(db, old)).toBeUndefined();
    expect(await findOwnKey(db, next)).toBe(old.rowId);
    expect(await findOwnKey(db, session)).toBe(old.rowId);
    await releaseKeysOfRow(db, next);
    expect([await findOwnKey(db, next), await findOwnKey(db, session)]).toEqual([undefined, undefined]);
  });
});

test("a company can neither see, release nor take over another company's key", async () => {
  const [one, other] = [await givenCompany(), await givenCompany()];
  const key = newKey(one.companyId);
  await within(one.companyId, (db) => claimKey(db, key));
  await within(other.companyId, async (db) => {
    const theirs = { ...key, companyId: other.companyId };
    expect(await findOwnKey(db, key)).toBeUndefined();
    await releaseKeys(db, { ...key, keys: [key.key] });
    await releaseKeysOfRow(db, key);
    expect(await claimKey(db, theirs)).toBe(false);
    const listed = await db.execute<{ mine: boolean }>(
      sql`select company_id = ${other.companyId} as mine from company_keys`,
    );
    expect(listed.every(({ mine }) => mine)).toBe(true);
  });
  await expect(within(other.companyId, (db) => claimKey(db, { ...newKey(one.companyId) }))).rejects.toMatchObject({
    cause: { code: "42501" },
  });
  expect(await within(one.companyId, (db) => findOwnKey(db, key))).toBe(key.rowId);
});

test("without a company, keys can be looked up one by one and not be listed", async () => {
  const { companyId } = await givenCompany();
  await within(companyId, (db) => claimKey(db, { ...newKey(companyId), kind: "session", key: companyId }));
  const { platform } = testDatabase();
  expect(await platform.execute(sql`select * from company_keys`)).toEqual([]);
  expect(await platform.execute(sql`select find_session_company(${companyId}) as id`)).toEqual([{ id: companyId }]);
  for (const owners of ["company_keys_of_tables", "repair_company_keys"])
    await expect(platform.execute(sql.raw(`select ${owners}()`))).rejects.toMatchObject({ cause: { code: "42501" } });
});
