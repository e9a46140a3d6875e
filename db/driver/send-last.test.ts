import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { type CompanyDb, schema, sendLast } from "../index.ts";
import { countRoundTrips } from "../testing/count-round-trips.ts";
import { givenCompany, testDatabase } from "../testing/given.ts";

const { companies } = schema;
const database = testDatabase();
const rename = (db: CompanyDb, name: string) => db.update(companies).set({ name }).execute();
const failing = (db: CompanyDb) => db.select({ bad: sql`1 / 0` }).from(companies).execute();
const nameOf = (companyId: string) =>
  database.company(
    companyId,
    async (db) => (await db.select().from(companies).where(eq(companies.id, companyId)))[0]?.name,
  );

test("a last statement shares its round trip with COMMIT, and its result is known after it", async () => {
  const { companyId } = await givenCompany();
  const work = async () => {
    const { result } = await database.company(companyId, async (db) => {
      await sendLast(db, () => rename(db, "Nova"));
      return sendLast(db, () => db.select({ name: companies.name }).from(companies).execute());
    });
    expect(await result).toEqual([{ name: "Nova" }]);
  };
  expect(await countRoundTrips(work)).toBe(1);
  expect(await nameOf(companyId)).toBe("Nova");
});

test("a last statement that fails rolls the transaction back, and is its error", async () => {
  const { companyId } = await givenCompany();
  const before = await nameOf(companyId);
  const divided = { cause: { code: "22012" } };
  const alone = database.company(companyId, async (db) => {
    await rename(db, "Nova");
    await sendLast(db, () => failing(db));
  });
  await expect(alone).rejects.toMatchObject(divided);
  // The statement that follows is refused because of the failed one.
  const followed = database.company(companyId, async (db) => {
    await sendLast(db, () => failing(db));
    await rename(db, "Nova");
  });
  await expect(followed).rejects.toMatchObject(divided);
  expect(await nameOf(companyId)).toBe(before);
});

test("an error of the work stands before that of a last statement", async () => {
  const { companyId } = await givenCompany();
  const work = database.company(companyId, async (db) => {
    await sendLast(db, () => rename(db, "Nova"));
    throw new Error("refused");
  });
  await expect(work).rejects.toThrow("refused");
  expect(await nameOf(companyId)).not.toBe("Nova");
});

test("in a savepoint a last statement waits, and its failure undoes the savepoint only", async () => {
  const { companyId } = await givenCompany();
  await database.company(companyId, async (db) => {
    await rename(db, "Antes");
    const inner = db.transaction(async (tx) => {
      await sendLast(tx as unknown as CompanyDb, () => failing(tx as unknown as CompanyDb));
    });
    await expect(inner).rejects.toMatchObject({ cause: { code: "22012" } });
  });
  expect(await nameOf(companyId)).toBe("Antes");
});

test("a statement that is not sent at once is refused before the commit", async () => {
  const { companyId } = await givenCompany();
  const late = database.company(companyId, (db) =>
    sendLast(db, async () => {
      await Promise.resolve();
      return rename(db, "Tarde");
    }),
  );
  await expect(late).rejects.toThrow("not sent at once");
  expect(await nameOf(companyId)).not.toBe("Tarde");
});
