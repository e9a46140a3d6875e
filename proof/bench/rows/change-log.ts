import { sql } from "drizzle-orm";
import postgres from "postgres";
import { applicationUrl, type CompanyDb, openDatabase, openSequencer } from "../../../db/index.ts";
import { readScopedChanges } from "../../../sync/server/scoped-changes.ts";
import { seedCompany } from "../data/seed-company.ts";
import type { BenchEnvironment } from "../environment.ts";
import { type Figure, figure, summary, timed } from "../figures.ts";
import type { Row } from "./index.ts";

const [RUNS, SAMPLES, WARM_UP] = [5, 60, 20];
/** The shares of a message's way to the screen, which may take 10 ms. */
const TARGETS_MS = { write: 4, number: 1, read: 1 };
const logs = { "1-day": 1, "30-days": 30, "365-days": 365 };
/** Rows of the log for each of its days. */
const PER_DAY = 4_000;
/** Changes of one received message. */
const CHANGES = 4;

/** Fills a company's log of so many days, each month a partition, with revisions in their order. */
async function fillLog(owner: postgres.Sql, companyId: string, days: number): Promise<void> {
  const months = await owner<{ begins: string; ends: string }[]>`
    select month::date::text as begins, least(month + interval '1 month', first.begins)::date::text as ends
    from (select min(begins) as begins from change_partitions()) as first,
      generate_series(date_trunc('month', now() - make_interval(days => ${days + 1})), first.begins - interval '1 day', '1 month') month`;
  for (const { begins, ends } of months)
    await owner.unsafe(`create table changes_${begins.replaceAll("-", "")} partition of changes
      for values from ('${begins}T00:00:00Z') to ('${ends}T00:00:00Z')`);
  await owner`insert into changes (company_id, n, rev, collection, doc_id, part_id, at)
    select ${companyId}, -n, ${days * PER_DAY + 1} - n, case when n % 4 = 0 then 'tickets' else 'threads' end, gen_random_uuid(), gen_random_uuid(),
      now() - n * make_interval(secs => ${86_400 / PER_DAY}::float8)
    from generate_series(1, ${days * PER_DAY}) n`;
  await owner`insert into clocks (company_id, rev) values (${companyId}, ${days * PER_DAY})
    on conflict (company_id) do update set rev = excluded.rev`;
  await owner`vacuum analyze changes`;
}

async function measureLog(environment: BenchEnvironment, name: keyof typeof logs): Promise<Figure[]> {
  const key = `bench_log_${logs[name]}`;
  const url = await environment.cluster.fresh(key);
  const owner = postgres(url, { max: 1, onnotice: () => {} });
  const database = openDatabase(applicationUrl(url), { max: 4, name: "bench log" });
  try {
    const { companyId } = await seedCompany(database, 1);
    await openSequencer(database).run(companyId);
    await owner`delete from changes where company_id = ${companyId}`;
    await fillLog(owner, companyId, logs[name]);
    await owner`create table reference_rows
      (company_id uuid, n bigserial, collection text, doc_id text, at timestamptz, primary key (company_id, n))`;
    const sequencer = openSequencer(database);
    let rev = logs[name] * PER_DAY;
    const steps = {
      write: () =>
        database.company(companyId, async (db) => {
          for (let change = 0; change < CHANGES; change += 1)
            await db.execute(
              sql`select log_change(${companyId}, 'threads', gen_random_uuid()::text, null, null, null)`,
            );
        }),
      number: () => sequencer.run(companyId),
      async read() {
        const read = (db: CompanyDb) => readScopedChanges(db, companyId, rev);
        const { changes, to } = await database.company(companyId, read, { isReading: true });
        rev = to;
        if (changes.length !== CHANGES) throw new Error(`${changes.length} changes were read`);
      },
      plain: () => owner`insert into reference_rows (company_id, collection, doc_id, at)
        select ${companyId}, 'threads', gen_random_uuid(), now() from generate_series(1, ${CHANGES})`,
    };
    for (let i = 0; i < WARM_UP; i += 1) for (const step of Object.values(steps)) await step();
    const samples = { write: [], number: [], read: [], plain: [] } as Record<keyof typeof steps, number[][]>;
    for (let run = 0; run < RUNS; run += 1) {
      for (const taken of Object.values(samples)) taken.push([]);
      for (let i = 0; i < SAMPLES; i += 1)
        for (const [step, work] of Object.entries(steps))
          samples[step as keyof typeof steps].at(-1)?.push(await timed(work));
    }
    const { value: bare } = summary(samples.plain);
    return (["write", "number", "read"] as const).map((step) =>
      figure({
        ...{ name: `log-${step}-${name}`, ...summary(samples[step]), unit: "ms", target: TARGETS_MS[step] },
        ...{ against: "as many rows by one plain INSERT", againstValue: bare },
      }),
    );
  } finally {
    await Promise.all([owner.end(), database.close()]);
    await environment.cluster.drop(key);
  }
}

async function measure(environment: BenchEnvironment): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const name of Object.keys(logs) as (keyof typeof logs)[]) figures.push(...(await measureLog(environment, name)));
  return figures;
}

export const rows: Row[] = [{ name: "log-number", gives: ["log-write", "log-read"], measure }];
