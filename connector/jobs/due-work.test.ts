import { sql } from "drizzle-orm";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DomainError } from "../../contracts/domain-error.ts";
import { testNow, testTime } from "../../contracts/testing/clock.ts";
import { type Database, openDatabase, openSequencer, schema } from "../../db/index.ts";
import { type OwnDatabase, openOwnDatabase } from "../../db/testing/own-database.ts";
import { messageIdOf, sendSchedule } from "../../domain/desk/schedules/index.ts";
import { openCompanyTransactions } from "../company-transactions.ts";
import { doDueWork as doOnce } from "../testing/do-due-work.ts";
import { givenConnection } from "../testing/given-connection.ts";
import { deskWork } from "./due-work.ts";
import { startDueWork } from "./run-due-work.ts";

const logger = pino({ level: "silent" });

let own: OwnDatabase;
beforeAll(async () => {
  own = await openOwnDatabase();
});
afterAll(() => own.drop());

const partsOf = (database: Database) => ({
  database,
  logger,
  transactions: openCompanyTransactions(database, openSequencer(database), logger),
});

type Parts = ReturnType<typeof partsOf>;
const doDueWork = (parts: Parts) => doOnce(deskWork(parts), parts);
const startEvery20Ms = (parts: Parts) =>
  startDueWork(
    deskWork(parts).map((row) => ({ ...row, everyMs: 20 })),
    parts,
  );

async function givenDue(count: number) {
  const { companyId, inside } = await givenConnection(own.database);
  const ids = Array.from({ length: count }, () => crypto.randomUUID());
  const contactId = crypto.randomUUID();
  await inside(async (db) => {
    await db.insert(schema.contacts).values({ companyId, id: contactId, name: "Ana", number: "5531", search: "ana" });
    await db.insert(schema.schedules).values(
      ids.map((id, place) => ({
        companyId,
        id,
        contactId,
        userId: crypto.randomUUID(),
        body: `mensagem ${place}`,
        sendAt: new Date(testTime() - 60_000 + place),
      })),
    );
  });
  const messages = () =>
    inside((db) => db.select().from(schema.messages).orderBy(schema.messages.createdAt, schema.messages.seq));
  const statuses = async () => {
    const rows = await inside((db) => db.select().from(schema.schedules).orderBy(schema.schedules.sendAt));
    return rows.map(({ status }) => status);
  };
  return { companyId, contactId, ids, inside, messages, statuses };
}

test("two workers send each scheduled message once and in order of time, in every company", async () => {
  const companies = [await givenDue(6), await givenDue(3)];
  const workers = await Promise.all([1, 2].map(() => startEvery20Ms(partsOf(own.database))));
  for (const { messages, statuses, ids } of companies) {
    await expect.poll(statuses).toEqual(ids.map(() => "sent"));
    expect((await messages()).map(({ id, body }) => [id, body])).toEqual(
      ids.map((id, place) => [messageIdOf(id), `mensagem ${place}`]),
    );
  }
  for (const worker of workers) await worker.stop();
});

test("a scheduled message of a worker that dies is sent once by another worker", async () => {
  const { companyId, contactId, ids, messages, statuses } = await givenDue(1);
  const [id = ""] = ids;
  const dying = openDatabase(own.url, { max: 2, name: "dying worker" });
  const [isWritten, isDead] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const dead = dying
    .company(companyId, async (db) => {
      await sendSchedule({ db, companyId, now: testNow() }, { id, contactId });
      isWritten.resolve();
      await isDead.promise;
    })
    .catch((error: unknown) => {
      isWritten.reject(error);
      return error;
    });
  await isWritten.promise;
  const other = doDueWork(partsOf(own.database));
  await own.asOwner("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'dying worker'");
  await other;
  expect((await messages()).map((message) => message.id)).toEqual([messageIdOf(id)]);
  expect(await statuses()).toEqual(["sent"]);
  isDead.resolve();
  expect(await dead).toBeInstanceOf(Error);
  await dying.close({ atOnce: true });
});

test("a scheduled message that was sent but not marked, as after a restore, is not sent again", async () => {
  const { ids, inside, messages, statuses } = await givenDue(1);
  await doDueWork(partsOf(own.database));
  await inside((db) => db.execute(sql`update schedules set status = 'pending', sent_at = null`));
  await doDueWork(partsOf(own.database));
  expect((await messages()).map((message) => message.id)).toEqual(ids.map(messageIdOf));
  expect(await statuses()).toEqual(["sent"]);
});

test("a scheduled message that cannot be sent does not block others", async () => {
  const { ids, inside, messages } = await givenDue(2);
  const [first = "", second = ""] = ids;
  await own.asOwner(`create function stumble() returns trigger language plpgsql as $$
    begin if new.id = '${messageIdOf(first)}' then raise exception 'stumbled'; end if; return new; end $$`);
  await own.asOwner("create trigger stumble before insert on messages for each row execute function stumble()");
  await doDueWork(partsOf(own.database));
  expect((await messages()).map((message) => message.id)).toEqual([messageIdOf(second)]);
  await own.asOwner("drop trigger stumble on messages");
  await doDueWork(partsOf(own.database));
  expect(await messages()).toHaveLength(2);
  const rows = await inside((db) => db.select().from(schema.schedules));
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(["sent"]));
});

test("an item whose subject was deleted meanwhile is no error; another refusal is logged with its ids", async () => {
  const { companyId, contactId, ids } = await givenDue(2);
  const lines: { event: string; kind: string; companyId: string; item: object }[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const refusals = ["ERR_NO_CONTACT_FOUND", "ERR_OPTED_OUT"] as const;
  let acts = 0;
  const runAndNumber = async () => {
    throw new DomainError(refusals[acts++] ?? "ERR_NO_CONTACT_FOUND");
  };
  const parts = partsOf(own.database);
  await doDueWork({ ...parts, logger: log, transactions: { ...parts.transactions, runAndNumber } });
  expect(lines).toMatchObject([
    { event: "due_item_failed", kind: "scheduled_message", companyId, item: { id: ids[1], contactId } },
  ]);
  expect(acts).toBe(2);
});
