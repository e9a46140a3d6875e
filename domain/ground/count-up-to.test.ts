import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { MAX_COUNTED } from "../../contracts/lists.ts";
import { schema } from "../../db/index.ts";
import { givenCompany, testDatabase } from "../../db/testing/given.ts";
import { countUpTo } from "./count-up-to.ts";

const { tags } = schema;

test("rows of a list are counted up to the limit", async () => {
  const [many, few] = [await givenCompany(), await givenCompany()];
  const add = ({ companyId }: { companyId: string }, count: number) => {
    const rows = Array.from({ length: count }, (_, at) => ({
      companyId,
      id: randomUUID(),
      name: `tag ${at}`,
      color: "#000000",
    }));
    return testDatabase().company(companyId, (db) => db.insert(tags).values(rows));
  };
  await add(many, MAX_COUNTED + 50);
  await add(few, 3);
  const counted = ({ companyId }: { companyId: string }) =>
    testDatabase().company(companyId, (db) => countUpTo(db, tags, eq(tags.companyId, companyId)));
  expect([await counted(many), await counted(few)]).toEqual([MAX_COUNTED + 1, 3]);
});
