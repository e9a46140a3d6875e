import postgres from "postgres";
import { applicationUrl, openDatabase } from "../../../db/index.ts";
import { seedCompany } from "../data/seed-company.ts";
import type { BenchEnvironment } from "../environment.ts";
import { figure, runAlternately } from "../figures.ts";
import { keepAlive } from "../http-client.ts";
import type { Row } from "./index.ts";

const ROWS = 100_000;
const TARGET_MS = 15;
const counts = { runs: 5, samples: 60, warmUp: 8 };

const noMore = async () => {};

/** A name that 1 to 4 % of the contacts share: two at the end of the order, one all over it. */
const sharedName = (name: string) => ({
  path: `/contacts/?searchParam=${name}&pageNumber=1&contactTag=[]`,
  fill: noMore,
  target: 8,
  bare: `select * from contacts where company_id = $1 and search like '%${name}%' order by name, id limit 21`,
});

/** A contact list with 100,000 people: 5 % are not on WhatsApp, 1 % opted out. */
const LIST_ID = "019a0000-0000-7000-8000-000000000002";
const people = `/contact-list-items?contactListId=${LIST_ID}&pageNumber=1`;
const ofList = (where: string) =>
  `select * from contact_list_items where company_id = $1 and list_id = '${LIST_ID}' ${where} order by name, id limit 21`;

/** Each administration list: how its rows are created, and the same first page by one plain statement. */
const lists: Record<
  string,
  { path: string; fill(sql: postgres.Sql, companyId: string): Promise<unknown>; target?: number; bare: string }
> = {
  contacts: {
    path: "/contacts/?searchParam=&pageNumber=1&contactTag=[]",
    fill: (sql, companyId) => sql`
        insert into contacts (company_id, id, name, number, search)
        select ${companyId}, gen_random_uuid(), name, number, lower(name) || ' ' || number
        from (select '5531' || (900000000 + n) as number,
          case when n % 100 = 1 then 'Zilda ' || n when n % 50 = 2 then 'Contato ' || n || ' Barros'
            when n % 25 = 3 then 'Yara ' || n else 'Contato ' || n end as name
          from generate_series(1, ${ROWS}) n) as people`,
    bare: "select * from contacts where company_id = $1 order by name, id limit 21",
  },
  "contacts-1-percent": sharedName("zilda"),
  "contacts-2-percent": sharedName("barros"),
  "contacts-4-percent": sharedName("yara"),
  tags: {
    path: "/tags/?searchParam=&pageNumber=1",
    fill: (sql, companyId) => sql`
        insert into tags (company_id, id, name, color)
        select ${companyId}, gen_random_uuid(), 'Tag ' || n, '#1d7f52' from generate_series(1, ${ROWS}) n`,
    bare: "select * from tags where company_id = $1 order by name, id limit 21",
  },
  users: {
    path: "/users/?searchParam=&pageNumber=1",
    fill: (sql, companyId) => sql`
        insert into users (company_id, id, name, email, password_hash)
        select ${companyId}, gen_random_uuid(), 'Agente ' || n, n || '@' || ${companyId}::text || '.example', ''
        from generate_series(1, ${ROWS}) n`,
    bare: "select * from users where company_id = $1 order by name, id limit 21",
  },
  schedules: {
    path: "/schedules/?searchParam=&pageNumber=1",
    fill: (sql, companyId) => sql`
        insert into schedules (company_id, id, body, contact_id, user_id, send_at)
        select ${companyId}, gen_random_uuid(), 'Até amanhã ' || n, (array(select id from contacts where company_id = ${companyId} limit 1000))[1 + n % 1000],
          (select id from users where company_id = ${companyId} limit 1), now() + n * interval '1 minute'
        from generate_series(1, ${ROWS}) n`,
    bare: "select * from schedules where company_id = $1 order by send_at, id limit 21",
  },
  "list-items": {
    path: people,
    async fill(sql, companyId) {
      await sql`insert into contact_lists (company_id, id, name) values (${companyId}, ${LIST_ID}, 'Clientes')`;
      // With triggers, which maintain the counters.
      await sql`set session_replication_role = origin`;
      await sql`insert into contact_list_items
          (company_id, id, list_id, name, number, match_key, search, is_whatsapp_valid)
        select ${companyId}, gen_random_uuid(), ${LIST_ID}, 'Pessoa ' || n, '55319' || (80000000 + n),
          '5531' || (80000000 + n), 'pessoa ' || n || ' 55319' || (80000000 + n), n % 20 <> 0
        from generate_series(1, ${ROWS}) n`;
      await sql`set session_replication_role = replica`;
      await sql`insert into opt_outs (company_id, kind, match_key, since)
        select ${companyId}, 'phone', '5531' || (80000000 + n), now() from generate_series(1, ${ROWS}, 100) n`;
    },
    bare: ofList(""),
  },
  "list-items-search": {
    path: `${people}&searchParam=pessoa+54321`,
    fill: noMore,
    bare: ofList("and name = 'Pessoa 54321'"),
  },
  "list-items-out": { path: `${people}&part=out`, fill: noMore, bare: ofList("and not is_whatsapp_valid") },
  "list-summary": {
    path: `/contact-lists/${LIST_ID}/summary`,
    fill: noMore,
    bare: `select count(*) from contact_list_items where company_id = $1 and list_id = '${LIST_ID}'`,
  },
};

async function measure(environment: BenchEnvironment) {
  const url = await environment.cluster.fresh("bench_lists");
  const database = openDatabase(applicationUrl(url), { max: 2, name: "bench" });
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    const shop = await seedCompany(database, 1);
    // Inserts as the owner and without the change log, because only reading is measured.
    await sql`set session_replication_role = replica`;
    for (const { fill } of Object.values(lists)) await fill(sql, shop.companyId);
    await sql`vacuum analyze`;
    const api = await environment.startApi(url);
    const http = keepAlive(api.url, await api.signIn(shop.email));
    const figures = [];
    for (const [name, { path, target: own = TARGET_MS, bare }] of Object.entries(lists)) {
      const [ours, plain] = await runAlternately(
        counts,
        () => http.get(path),
        () => sql.unsafe(bare, [shop.companyId]),
      );
      if (!ours || !plain) throw new Error("no samples were taken");
      const against = "the same rows by one plain statement";
      const target = { unit: "ms", target: own, against, againstValue: plain.value };
      figures.push(figure({ name: `setup-list-${name}-100k`, ...ours, ...target }));
    }
    http.close();
    await api.program.stop();
    return figures;
  } finally {
    await Promise.all([sql.end(), database.close()]);
    await environment.cluster.drop("bench_lists");
  }
}

export const rows: Row[] = [
  { name: "setup-list", gives: Object.keys(lists).map((name) => `setup-list-${name}-100k`), measure },
];
