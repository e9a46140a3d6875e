import postgres from "postgres";
import { applicationUrl, type Database, openDatabase } from "../../../db/index.ts";
import { createDueInvoices } from "../../../domain/account/billing/index.ts";
import { seedCompany } from "../data/seed-company.ts";
import type { BenchEnvironment } from "../environment.ts";
import { figure, median, runAlternately, timed } from "../figures.ts";
import { keepAlive } from "../http-client.ts";
import type { Row } from "./index.ts";

const COMPANIES = 10_000;
const TARGET_MS = 15;
const LIST_TARGET_MS = 300;
const INVOICES_TARGET_S = 30;
const INVOICE_RUNS = 5;
/** All companies of the data set are due within 20 days of it, or before it. */
const ALL_DUE = new Date(Date.now() + 60 * 86_400_000);
const counts = { runs: 5, samples: 60, warmUp: 8 };

/** Each call of super users, with the same rows by one plain statement. */
const calls: Record<string, { path: string; bare: string; target: number }> = {
  "company-page": {
    path: "/companies?searchParam=&pageNumber=1",
    bare: "select * from companies order by name, id limit 21",
    target: TARGET_MS,
  },
  "company-page-search": {
    path: "/companies?searchParam=padaria+4321&pageNumber=1",
    bare: "select * from companies where name = 'Padaria 4321'",
    target: TARGET_MS,
  },
  "company-list": {
    path: "/companies/list",
    bare: "select * from companies order by name, id",
    target: LIST_TARGET_MS,
  },
};

async function measure(environment: BenchEnvironment) {
  const url = await environment.cluster.fresh("bench_companies");
  const database = openDatabase(applicationUrl(url), { max: 2, name: "bench" });
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    const shop = await seedCompany(database, 1);
    // As the owner, whom row-level security does not bind, and without the change log: only reading is measured.
    await sql`set session_replication_role = replica`;
    await sql`update users set is_super = true where company_id = ${shop.companyId}`;
    await sql`insert into plans (id, name, users, connections, queues, value_cents)
      select gen_random_uuid(), 'Plano ' || n, 4, 2, 3, 12990 from generate_series(1, 4) n`;
    await sql`insert into companies (id, name, email, phone, due_date, plan_id)
      select gen_random_uuid(), 'Padaria ' || n, 'conta' || n || '@padaria.example', '31 95550-0148', now() + n % 60 * interval '1 day',
        (array(select id from plans))[1 + n % 4] from generate_series(1, ${COMPANIES - 1}) n`;
    await sql`insert into settings (company_id, key, value) select id, 'campaignsEnabled', 'true' from companies`;
    await sql`select repair_company_keys()`;
    await sql`analyze`;
    const api = await environment.startApi(url);
    const http = keepAlive(api.url, await api.signIn(shop.email));
    const figures = [];
    for (const [name, { path, bare, target }] of Object.entries(calls)) {
      const [ours, plain] = await runAlternately(
        counts,
        () => http.get(path),
        () => sql.unsafe(bare),
      );
      if (!ours || !plain) throw new Error("no samples were taken");
      const against = "the same rows by one plain statement";
      figures.push(figure({ name: `${name}-10k`, ...ours, unit: "ms", target, against, againstValue: plain.value }));
    }
    http.close();
    await api.program.stop();
    return [...figures, await measureInvoices(database, sql)];
  } finally {
    await Promise.all([sql.end(), database.close()]);
    await environment.cluster.drop("bench_companies");
  }
}

/** Creates the invoices of all companies several times, each time without the ones before. */
async function measureInvoices(database: Database, sql: postgres.Sql) {
  const [ours, bare]: [number[], number[]] = [[], []];
  for (let run = 0; run < INVOICE_RUNS; run += 1) {
    await sql`truncate invoices cascade`;
    bare.push(
      await timed(
        () => sql`insert into invoices (company_id, id, detail, recurrence, value_cents, period, due_date)
          select id, gen_random_uuid(), 'Plano', 'MENSAL', 12990, due_date::date, due_date::date from companies`,
      ),
    );
    await sql`truncate invoices cascade`;
    let created = 0;
    ours.push(await timed(async () => (created = (await createDueInvoices(database, ALL_DUE)).length)));
    if (created !== COMPANIES - 1) throw new Error(`${created} invoices were created`);
  }
  const values = { value: median(ours) / 1_000, p95: Math.max(...ours) / 1_000, againstValue: median(bare) / 1_000 };
  const against = "the same rows by one plain INSERT";
  return figure({ name: "invoice-job-10k", ...values, unit: "s", target: INVOICES_TARGET_S, against });
}

const gives = [...Object.keys(calls).map((name) => `${name}-10k`), "invoice-job-10k"];
export const rows: Row[] = [{ name: "company-page", gives, measure }];
