import { sql as statement } from "drizzle-orm";
import { pino } from "pino";
import postgres from "postgres";
import { connectionsWithWork, freeConnections, renewLeases } from "../../../connector/ownership/lease.ts";
import { applicationUrl, type Database, openCompanyPlaces, openDatabase } from "../../../db/index.ts";
import { companiesWithOpenTurns, companiesWithWaitingTickets } from "../../../domain/desk/automation/index.ts";
import { companiesWithDueSchedules } from "../../../domain/desk/schedules/index.ts";
import { campaignWork } from "../../../domain/marketing/campaigns/index.ts";
import { companiesWithDueMails } from "../../../domain/office/mails/index.ts";
import type { BenchEnvironment } from "../environment.ts";
import { type Figure, figure, runAlternately } from "../figures.ts";
import type { Row } from "./index.ts";

const counts = { runs: 5, samples: 40, warmUp: 5 };
const sizes = { "1k": 1_000, "10k": 10_000 };
/** The most connections of one connector; here each is another company's. */
const RENEWED = 100;
const RENEWALS_AT_ONCE = 4;
const OWNER = "bench";
/** A connector asks every 3 s; more than a tenth of that would be a load of its own. */
const TARGET_MS = 300;
const KEY_TARGET_MS = 5;

/** Companies with one connection that is held, a user who is signed in, tickets, a schedule and a campaign. */
async function fill(owner: postgres.Sql, companies: number): Promise<void> {
  await owner`set session_replication_role = replica`;
  await owner`insert into companies (id, name, due_date)
    select gen_random_uuid(), 'Padaria ' || n, now() + interval '30 days' from generate_series(1, ${companies}) n`;
  await owner`insert into connections (company_id, id, name, status) select id, gen_random_uuid(), 'Loja', 'CONNECTED' from companies`;
  await owner`insert into connection_leases (company_id, connection_id, desired, owner, epoch, lease_until)
    select company_id, id, 'up', ${OWNER}, 1, now() + interval '1 day' from connections`;
  await owner`insert into users (company_id, id, name, email, password_hash, profile)
    select id, gen_random_uuid(), 'Ana', id || '@loja.example', '', 'admin' from companies`;
  await owner`insert into sessions (company_id, id, user_id, expires_at)
    select company_id, encode(sha256(id::text::bytea), 'hex'), id, now() + interval '30 days' from users`;
  await owner`insert into contacts (company_id, id, name) select id, gen_random_uuid(), 'Rita' from companies`;
  await owner`insert into tickets (company_id, id, number, contact_id, connection_id, status)
    select c.company_id, gen_random_uuid(), n, c.id, x.id, case when n = 20 then 'pending' else 'closed' end
    from contacts c join connections x on x.company_id = c.company_id cross join generate_series(1, 20) n`;
  await owner`insert into schedules (company_id, id, body, contact_id, user_id, send_at)
    select c.company_id, gen_random_uuid(), 'Olá', c.id, u.id, now() + interval '1 day'
    from contacts c join users u on u.company_id = c.company_id`;
  await owner`insert into campaigns (company_id, id, name, messages, confirmation_messages, "window", status)
    select id, gen_random_uuid(), 'Pães', '[]', '[]', '{}', 'finished' from companies`;
  await owner`select repair_company_keys()`;
  await owner`vacuum analyze`;
}

/** Asks all that a connector asks every three seconds of all companies, one after the other. */
async function askDueWork({ platform }: Pick<Database, "platform">): Promise<void> {
  const now = new Date();
  await companiesWithDueSchedules(platform, now, null);
  await companiesWithWaitingTickets(platform, "redirect", null);
  await companiesWithWaitingTickets(platform, "rotate", null);
  await companiesWithOpenTurns(platform, null);
  await companiesWithDueMails(platform, now, null);
  await connectionsWithWork(platform, now, null, OWNER);
  await campaignWork(platform, now, null);
}

async function renew(database: Database, companyIds: readonly string[]): Promise<void> {
  const waiting = [...companyIds];
  const work = async () => {
    for (let companyId = waiting.shift(); companyId; companyId = waiting.shift())
      await renewLeases(database, { companyId, owner: OWNER, leaseSeconds: 86_400 });
  };
  await Promise.all(Array.from({ length: RENEWALS_AT_ONCE }, work));
}

async function measureSize(environment: BenchEnvironment, name: keyof typeof sizes): Promise<Figure[]> {
  const url = await environment.cluster.fresh(`bench_many_${name}`);
  const owner = postgres(url, { max: 1, onnotice: () => {} });
  const database = openDatabase(applicationUrl(url), { max: 8, name: "bench" });
  try {
    await fill(owner, sizes[name]);
    const { platform } = database;
    const places = openCompanyPlaces(database, pino({ level: "silent" }));
    const sessions = await owner<{ id: string }[]>`select id from sessions limit 1000`;
    const renewed = await owner<{ id: string }[]>`select id from companies limit ${RENEWED}`;
    let asked = 0;
    const questions: { of: string; target: number; ask: () => Promise<unknown> }[] = [
      { of: "places", target: TARGET_MS, ask: () => places.refresh() },
      { of: "claims", target: TARGET_MS, ask: () => places.ask((ids) => freeConnections(platform, ids, 40)) },
      { of: "due-work", target: TARGET_MS, ask: () => askDueWork(database) },
      {
        of: "renewals",
        target: TARGET_MS,
        ask: () =>
          renew(
            database,
            renewed.map(({ id }) => id),
          ),
      },
      {
        of: "key",
        target: KEY_TARGET_MS,
        ask: () =>
          platform.execute(
            statement`select find_session_company(${sessions[asked++ % sessions.length]?.id}) as company`,
          ),
      },
    ];
    const figures: Figure[] = [];
    for (const { of, target, ask } of questions) {
      const [ours, bare] = await runAlternately(counts, ask, () => owner`select 1`);
      if (!ours || !bare) throw new Error("no samples were taken");
      const against = { against: "one statement without a table", againstValue: bare.value };
      figures.push(figure({ name: `companies-${of}-${name}`, ...ours, unit: "ms", target, ...against }));
    }
    return figures;
  } finally {
    await Promise.all([owner.end(), database.close()]);
    await environment.cluster.drop(`bench_many_${name}`);
  }
}

async function measure(environment: BenchEnvironment): Promise<Figure[]> {
  return [...(await measureSize(environment, "1k")), ...(await measureSize(environment, "10k"))];
}

export const rows: Row[] = [{ name: "companies", measure }];
