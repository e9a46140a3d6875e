import { pino } from "pino";
import { openSettledChannel } from "../../../connector/testing/settled-channel.ts";
import { applicationUrl, type Database, openDatabase } from "../../../db/index.ts";
import { listContacts } from "../../../domain/desk/contacts/index.ts";
import { listMessages } from "../../../domain/desk/messages/index.ts";
import { listTickets } from "../../../domain/desk/tickets/index.ts";
import type { Context } from "../../../domain/ground/context.ts";
import { sizes, ticket } from "../data/generate.ts";
import { openTickets } from "../data/open-tickets.ts";
import { seedCompany } from "../data/seed-company.ts";
import type { BenchEnvironment } from "../environment.ts";
import { figure } from "../figures.ts";
import type { Row } from "./index.ts";
import { answering } from "./round-trips.ts";

const TIMES = 30;
/** Postgres plans a prepared statement so often with its values before it may keep a plan. */
const PLANNED_ANYWAY = 5;
const customers = Array.from({ length: 20 }, (_, at) => `55319${70_000_000 + at}`);
const logger = pino({ level: "warn" }, pino.destination(2));

/** Counts the frequent statements that one connection plans again each time, and prints them. */
async function measure(environment: BenchEnvironment) {
  const again = [...(await whileWriting(environment)), ...(await whileReading(environment))];
  for (const { planned, statement } of again) console.log(`  planned ${planned} times of ${TIMES}: ${statement}`);
  return [
    figure({
      ...{ name: "plans-again", value: again.length, p95: null, unit: "statements", target: 0 },
      ...{ against: "none", againstValue: 0 },
    }),
  ];
}

/** Received messages, alone and with those of other customers, and answers. */
async function whileWriting(environment: BenchEnvironment) {
  const url = await environment.cluster.fresh("bench_plans");
  const database = openDatabase(applicationUrl(url), { max: 1, name: "bench plans" });
  const shop = await seedCompany(database, 1);
  const lease = { companyId: shop.companyId, connectionId: shop.connectionIds[0] ?? "", epoch: 1, owner: shop.owner };
  const channel = openSettledChannel(database, lease, logger);
  for (let at = 0; at < TIMES; at++) await channel.receive(customers);
  for (let at = 0; at < TIMES; at++) await channel.receive(customers.slice(0, 1));
  await channel.stop();
  await openTickets(database, shop);
  const answer = await answering(database, shop);
  for (let at = 0; at < TIMES; at++) await answer();
  const again = await plannedAgain(database);
  await database.close();
  await environment.cluster.drop("bench_plans");
  return again;
}

/** Lists of tickets and contacts, and a thread, of a company with 100,000 tickets. */
async function whileReading(environment: BenchEnvironment) {
  const { url, main } = await environment.data(sizes.large);
  const database = openDatabase(applicationUrl(url), { max: 1, name: "bench plans" });
  const { id: companyId } = main;
  const user = { companyId, id: main.userIds[0] ?? "", name: "Marina", profile: "admin" as const };
  const rights = { queueIds: [], allTicket: true, allHistoric: true, allUserChat: false, isSuper: false };
  const actor = { ...user, ...rights };
  const read = (work: (ctx: Context) => Promise<unknown>) =>
    database.company(companyId, (db) => work({ db, companyId, actor, device: "bench", now: new Date() }), {
      isReading: true,
    });
  for (let at = 0; at < TIMES; at++) {
    await read((ctx) => listContacts(ctx, {}));
    await read((ctx) => listContacts(ctx, { search: "helena" }));
    await read((ctx) => listTickets(ctx, { status: "open", showAll: true }));
    await read((ctx) => listMessages(ctx, ticket(main, at).id, {}));
  }
  const again = await plannedAgain(database);
  await database.close();
  return again;
}

async function plannedAgain(database: Database): Promise<{ planned: number; statement: string }[]> {
  const connection = await database.connection();
  const { rows } = await connection.query<{ planned: number; statement: string }>(
    `select custom_plans::int as planned, regexp_replace(statement, '\\s+', ' ', 'g') as statement
     from pg_prepared_statements where custom_plans > ${PLANNED_ANYWAY} order by custom_plans desc`,
  );
  connection.release();
  return rows;
}

export const rows: Row[] = [{ name: "plans", measure }];
