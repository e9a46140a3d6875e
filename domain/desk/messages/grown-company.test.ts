import { sql } from "drizzle-orm";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { givenCompany, giveTo } from "../../../db/testing/given.ts";
import { givenBoard } from "../../../db/testing/given-board.ts";
import { isOnNodes } from "../../../db/testing/nodes.ts";
import { type OwnDatabase, openOwnDatabase } from "../../../db/testing/own-database.ts";
import type { Context } from "../../ground/context.ts";
import { acting } from "../../testing.ts";
import { listMessages } from "./index.ts";

const TICKETS = 60;

let own: OwnDatabase;
let owner: postgres.Sql;
beforeAll(async () => {
  own = await openOwnDatabase();
  giveTo(own.database);
  owner = postgres(own.ownerUrl, { max: 1, onnotice: () => {} });
});
afterAll(async () => {
  await owner?.end();
  await own?.drop();
});

/** As after an ANALYZE of tables with one row, before a company grew: Postgres expects one row of it in each table. */
const expectOneRow = () => owner`
  select pg_restore_relation_stats('schemaname', 'public', 'relname', relname::text, 'relpages', 1, 'reltuples', 1::real)
  from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'i')`;

/** How often this transaction has begun to read tickets or messages. */
async function scans({ db }: Context): Promise<number> {
  const [counted] = await db.execute<{ scans: string }>(
    sql`select sum(seq_scan + idx_scan) as scans from pg_stat_xact_user_tables where relname in ('tickets', 'messages')`,
  );
  return Number(counted?.scans ?? 0);
}

// The nodes of a cluster keep the numbers of their own shards.
test.skipIf(isOnNodes)(
  "a page of a conversation is looked for once, not once for each ticket of the company",
  async () => {
    const { companyId, admin } = await givenCompany();
    await expectOneRow();
    await givenBoard(owner, companyId, TICKETS);
    const count = await acting(admin, async (ctx) => {
      const [ticket] = await ctx.db.execute<{ id: string }>(
        sql`select id from tickets where company_id = ${companyId} and number = ${TICKETS / 2}`,
      );
      const before = await scans(ctx);
      const page = await listMessages(ctx, ticket?.id ?? "", { page: 1 });
      expect(page.messages).toHaveLength(1);
      return (await scans(ctx)) - before;
    });
    expect(count).toBeLessThan(TICKETS / 2);
  },
);
