import { sql } from "drizzle-orm";
import postgres from "postgres";
import { expect, onTestFinished, test } from "vitest";
import { openSequencer } from "../change-log/sequencer.ts";
import { schema } from "../index.ts";
import { givenCompany, givenTicket, giveTo } from "../testing/given.ts";
import { openOwnDatabase } from "../testing/own-database.ts";
import { migrate } from "./migrate.ts";

/** Wrote the change into the log, without a revision. */
const FORMER = `create or replace function log_change(company uuid, collection text, doc_id text, part_id uuid, old_scope jsonb, new_scope jsonb)
  returns void language plpgsql as $$ begin
    insert into changes (company_id, collection, doc_id, part_id, old_scope, new_scope, at)
    values (company, collection, doc_id, part_id, old_scope, new_scope, clock_timestamp());
  end $$;
  delete from drizzle.applied_functions where name = 'log_change'`;

async function givenFormerVersion() {
  const own = await openOwnDatabase();
  giveTo(own.database);
  const owner = postgres(own.ownerUrl, { max: 2, onnotice: () => {} });
  onTestFinished(async () => {
    await owner.end();
    await own.drop();
  });
  const { companyId, queue } = await givenCompany();
  const sequencer = openSequencer(own.database);
  await sequencer.run(companyId);
  await owner.unsafe(FORMER);
  const numbered = async () => {
    await sequencer.run(companyId);
    return own.database.company(companyId, (db) => db.select().from(schema.changes).orderBy(schema.changes.rev));
  };
  return { own, companyId, queue, numbered };
}

test("changes that a former version left without a revision get one after the migration, in their order", async () => {
  const { own, companyId, queue, numbered } = await givenFormerVersion();
  const before = (await numbered()).length;
  const tickets = [await givenTicket({ companyId, queueId: queue.id }), await givenTicket({ companyId })];
  const left = (await numbered()).filter(({ rev }) => rev === null);
  expect(left.length).toBeGreaterThan(0);
  await migrate(own.ownerUrl);
  const after = await numbered();
  expect(after.map(({ rev }) => rev)).toEqual(after.map((_, at) => at + 1));
  expect(after).toHaveLength(before + left.length);
  const order = after.slice(before).filter(({ collection }) => collection === "tickets");
  expect(order.map(({ docId }) => docId)).toEqual(expect.arrayContaining(tickets.map(({ id }) => id)));
});

test("the migration waits for a transaction that has written with the former version", async () => {
  const { own, companyId, numbered } = await givenFormerVersion();
  const { promise: written, resolve: isWritten } = Promise.withResolvers<void>();
  const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>();
  const writing = own.database.company(companyId, async (db) => {
    await db.execute(sql`select log_change(${companyId}, 'tags', 'late', null, null, null)`);
    isWritten();
    await mayCommit;
  });
  await written;
  const migrating = migrate(own.ownerUrl);
  const isWaiting = async () => {
    const rows = await own.database.platform.execute(
      sql`select from pg_locks where relation = 'changes'::regclass and mode = 'ShareLock' and not granted`,
    );
    return rows.length > 0;
  };
  await expect.poll(isWaiting).toBe(true);
  commit();
  await Promise.all([writing, migrating]);
  const [late] = (await numbered()).filter(({ docId }) => docId === "late");
  expect(late?.rev).toBeGreaterThan(0);
});
