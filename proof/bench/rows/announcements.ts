import postgres from "postgres";
import { applicationUrl, openDatabase } from "../../../db/index.ts";
import { seedCompany } from "../data/seed-company.ts";
import type { BenchEnvironment } from "../environment.ts";
import { figure, median, timed } from "../figures.ts";
import type { Row } from "./index.ts";

const COMPANIES = 10_000;
const RUNS = 7;
const TARGET_MS = 1_000;

/** Publishes announcements one after the other; each writes one change for every company. */
async function measure(environment: BenchEnvironment) {
  const url = await environment.cluster.fresh("bench_announcements");
  const database = openDatabase(applicationUrl(url), { max: 2, name: "bench" });
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    const shop = await seedCompany(database, 1);
    // As the owner, whom row-level security does not bind.
    await sql`update users set is_super = true where company_id = ${shop.companyId}`;
    await sql`insert into companies (id, name, due_date)
      select gen_random_uuid(), 'Padaria ' || n, now() + interval '1 month' from generate_series(1, ${COMPANIES - 1}) n`;
    await sql`select repair_company_keys()`;
    await sql`analyze`;
    const api = await environment.startApi(url);
    const headers = { "Content-Type": "application/json", Authorization: `Bearer ${await api.signIn(shop.email)}` };
    const body = JSON.stringify({ title: "Manutenção", text: "Domingo, das 2h às 4h.", status: true });
    const publish = async () => {
      const answer = await fetch(`${api.url}/announcements`, { method: "POST", headers, body });
      if (!answer.ok) throw new Error(`/announcements answered ${answer.status}: ${await answer.text()}`);
      await answer.json();
    };
    const logged = async () => {
      const [row] = await sql<{ count: number }[]>`
        select count(*)::int as count from changes where collection = 'announcements'`;
      return row?.count ?? 0;
    };
    const [ours, bare]: [number[], number[]] = [[], []];
    await publish();
    for (let run = 0; run < RUNS; run += 1) {
      const before = await logged();
      ours.push(await timed(publish));
      if ((await logged()) !== before + COMPANIES) throw new Error("a company has no change");
      bare.push(
        await timed(
          () => sql`insert into changes (company_id, collection, doc_id, new_scope, at)
            select id, 'bench', gen_random_uuid()::text, '{"isActive": true}', clock_timestamp() from companies`,
        ),
      );
    }
    await api.program.stop();
    const values = { value: median(ours), p95: Math.max(...ours), againstValue: median(bare) };
    const against = "the same rows by one plain INSERT";
    return [figure({ name: "announcement-publish-10k", ...values, unit: "ms", target: TARGET_MS, against })];
  } finally {
    await Promise.all([sql.end(), database.close()]);
    await environment.cluster.drop("bench_announcements");
  }
}

export const rows: Row[] = [{ name: "announcement-publish", gives: ["announcement-publish-10k"], measure }];
