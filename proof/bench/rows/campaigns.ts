import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { applicationUrl, openDatabase } from "../../../db/index.ts";
import { type SeededCompany, seedCompany } from "../data/seed-company.ts";
import type { Api, BenchEnvironment } from "../environment.ts";
import { type Figure, figure, runAlternately, summary, timed } from "../figures.ts";
import { keepAlive } from "../http-client.ts";
import { residentMiB } from "../resident-memory.ts";
import type { Row } from "./index.ts";

const PEOPLE = 50_000;
const STARTS = 5;
/** The first page of the list: the running campaign and these, each with so many recipients. */
const OTHERS = { campaigns: 19, people: 1_000 };
const counts = { runs: 5, samples: 60, warmUp: 8 };

type Http = ReturnType<typeof keepAlive>;
type Shop = { sql: postgres.Sql; company: SeededCompany; listId: string; api: Api; http: Http; bearer: string };

/** A list of 50,000: 40 % are contacts with a conversation, 2 % are blocked, 1 % opted out, 3 % not on WhatsApp. */
async function fillList(sql: postgres.Sql, { companyId }: SeededCompany, listId: string): Promise<void> {
  const number = sql`'55319' || (80000000 + n)`;
  const key = sql`'5531' || (80000000 + n)`;
  await sql`insert into contact_lists (company_id, id, name) values (${companyId}, ${listId}, 'Clientes')`;
  await sql`insert into contact_list_items (company_id, id, list_id, name, number, match_key, search, is_whatsapp_valid)
    select ${companyId}, gen_random_uuid(), ${listId}, 'Pessoa ' || n, ${number}, ${key}, 'pessoa ' || n,
      case when n % 33 = 0 then false when n % 3 = 0 then true end from generate_series(1, ${PEOPLE}) n`;
  await sql`insert into contacts (company_id, id, name, number, is_active)
    select ${companyId}, gen_random_uuid(), 'Pessoa ' || n, ${number}, n % 50 <> 0
    from generate_series(1, ${PEOPLE}) n where n % 5 < 2`;
  await sql`insert into contact_addresses (company_id, id, contact_id, kind, address, match_key)
    select company_id, gen_random_uuid(), id, 'phone', number, '5531' || right(number, 8) from contacts
    where company_id = ${companyId}`;
  await sql`insert into tickets (company_id, id, number, status, contact_id)
    select company_id, gen_random_uuid(), row_number() over (), 'closed', id from contacts where company_id = ${companyId}`;
  await sql`insert into opt_outs (company_id, kind, match_key, since)
    select ${companyId}, 'phone', ${key}, now() from generate_series(1, ${PEOPLE}) n where n % 100 = 0`;
}

async function send(shop: Pick<Shop, "api" | "bearer">, method: string, path: string, body?: object) {
  const headers = { Authorization: `Bearer ${shop.bearer}`, "Content-Type": "application/json" };
  const answer = await fetch(`${shop.api.url}${path}`, { method, headers, body: body && JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}`);
  return answer.status === 204 ? null : ((await answer.json()) as { id: string });
}

async function createCampaign(shop: Shop): Promise<string> {
  const texts = { message1: "Oi {nome}, SAIR para não receber", message2: "Olá {nome}! Escreva SAIR" };
  const whatsappId = shop.company.connectionIds.join(",");
  const body = { name: "Volta às aulas", ...texts, contactListId: shop.listId, whatsappId };
  return (await send(shop, "POST", "/campaigns", body))?.id ?? "";
}

/** Measures the start, and how far the API's memory rises above its level before. */
async function start(shop: Shop, id: string): Promise<{ ms: number; growth: number }> {
  const before = residentMiB(shop.api.program.child.pid ?? 0);
  let most = before;
  const watching = setInterval(() => {
    most = Math.max(most, residentMiB(shop.api.program.child.pid ?? 0));
  }, 20);
  const ms = await timed(() => send(shop, "POST", `/campaigns/${id}/start`, { confirm: true }));
  clearInterval(watching);
  return { ms, growth: Math.max(most, residentMiB(shop.api.program.child.pid ?? 0)) - before };
}

/** Plans the list several times; returns the figures and the last campaign. */
async function measurePlanning(shop: Shop): Promise<{ figures: Figure[]; id: string }> {
  const [planned, growths, plain, previews]: [number[], number[], number[], number[]] = [[], [], [], []];
  const { sql, company } = shop;
  let id = "";
  for (let run = 0; run < STARTS; run++) {
    id = await createCampaign(shop);
    previews.push(await timed(() => send(shop, "GET", `/campaigns/${id}/preview`)));
    const { ms, growth } = await start(shop, id);
    planned.push(ms / 1_000);
    growths.push(growth);
    const copy = randomUUID();
    await sql`insert into campaigns (company_id, id, name, messages, confirmation_messages, "window")
      values (${company.companyId}, ${copy}, 'plain', '[]', '[]', '{}')`;
    plain.push(
      (await timed(
        () => sql`insert into campaign_recipients (company_id, id, campaign_id, position, name, number, match_key, variant)
          select company_id, gen_random_uuid(), ${copy}, row_number() over (), name, number, match_key, 1
          from contact_list_items where company_id = ${company.companyId}`,
      )) / 1_000,
    );
    // Without triggers nothing is deleted in cascade.
    await sql`delete from campaign_recipients where company_id = ${company.companyId} and campaign_id <> ${id}`;
    await sql`delete from campaigns where company_id = ${company.companyId} and id <> ${id}`;
  }
  const against = "the same rows by one plain INSERT";
  const [plan, memory, preview, bare] = [planned, growths, previews, plain].map((samples) => summary([samples]));
  if (!plan || !memory || !preview || !bare) throw new Error("no samples were taken");
  return {
    id,
    figures: [
      figure({ name: "campaign-plan-50k", ...plan, unit: "s", target: 10, against, againstValue: bare.value }),
      figure({
        name: "campaign-plan-memory-50k",
        ...memory,
        unit: "MiB",
        target: 150,
        judgedBy: "p95",
        against: "none",
        againstValue: 0,
      }),
      figure({
        name: "campaign-preview-50k",
        ...preview,
        unit: "ms",
        target: 10_000,
        against,
        againstValue: bare.value * 1_000,
      }),
    ],
  };
}

/** Puts the recipients into the states of a campaign that is half sent, and adds the other campaigns of the page. */
async function fillReport({ sql, company }: Shop, id: string): Promise<void> {
  const { companyId, connectionIds } = company;
  // With triggers, which maintain the counters.
  await sql`set session_replication_role = origin`;
  await sql`update campaign_recipients set connection_id = (${connectionIds}::uuid[])[1 + position % ${connectionIds.length}],
      sent_at = now() - position * interval '1 second',
      state = (array['sent', 'delivered', 'read', 'replied', 'failed'])[1 + position % 5],
      progress = (array[4, 12, 28, 60, 4])[1 + position % 5],
      reason = case when position % 5 = 4 then 'ERR_SENDING_WAPP_MSG' end
    where company_id = ${companyId} and campaign_id = ${id} and state = 'waiting' and position % 2 = 0`;
  await sql`insert into campaigns (company_id, id, name, status, messages, confirmation_messages, "window", started_at, created_at)
    select ${companyId}, gen_random_uuid(), 'Campanha ' || n, 'finished', '["a","","","",""]', '["","","","",""]',
      '{"days":[1],"start":"08:00","end":"20:00"}', now(), now() - n * interval '1 day'
    from generate_series(1, ${OTHERS.campaigns}) n`;
  await sql`insert into campaign_recipients (company_id, id, campaign_id, position, name, number, match_key, variant, state, progress)
    select company_id, gen_random_uuid(), id, n, 'Pessoa', n::text, n::text, 1, 'read', 28
    from campaigns, generate_series(1, ${OTHERS.people}) n where company_id = ${companyId} and status = 'finished'`;
  await sql`vacuum analyze`;
}

async function measureReading({ http, sql, company }: Shop, id: string): Promise<Figure[]> {
  const { companyId } = company;
  const [report, grouped, list, rows] = await runAlternately(
    counts,
    () => http.get(`/campaigns/${id}/report`),
    () => sql`select state, reason, progress, variant, connection_id, count(*) from campaign_recipients
      where company_id = ${companyId} and campaign_id = ${id} group by 1, 2, 3, 4, 5`,
    () => http.get("/campaigns/?searchParam=&pageNumber=1"),
    () => sql`select * from campaigns where company_id = ${companyId} order by created_at desc, id limit 21`,
  );
  if (!report || !grouped || !list || !rows) throw new Error("no samples were taken");
  const target = { unit: "ms", target: 15 };
  return [
    figure({
      name: "campaign-report-50k",
      ...report,
      ...target,
      against: "the same counts by one plain statement",
      againstValue: grouped.value,
    }),
    figure({
      name: "campaign-list",
      ...list,
      ...target,
      against: "the same rows, without counts, by one plain statement",
      againstValue: rows.value,
    }),
  ];
}

async function measure(environment: BenchEnvironment): Promise<Figure[]> {
  const url = await environment.cluster.fresh("bench_campaigns");
  const database = openDatabase(applicationUrl(url), { max: 2, name: "bench" });
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    const company = await seedCompany(database, 3);
    const listId = randomUUID();
    // Inserts as the owner and without the change log, because planning and reading are measured.
    await sql`set session_replication_role = replica`;
    await fillList(sql, company, listId);
    await sql`update connections set status = 'CONNECTED' where company_id = ${company.companyId}`;
    await sql`analyze`;
    const api = await environment.startApi(url);
    const bearer = await api.signIn(company.email);
    const shop = { sql, company, listId, api, http: keepAlive(api.url, bearer), bearer };
    const { figures, id } = await measurePlanning(shop);
    await fillReport(shop, id);
    figures.push(...(await measureReading(shop, id)));
    shop.http.close();
    await api.program.stop();
    return figures;
  } finally {
    await Promise.all([sql.end(), database.close()]);
    await environment.cluster.drop("bench_campaigns");
  }
}

const gives = ["campaign-plan-memory-50k", "campaign-preview-50k", "campaign-report-50k", "campaign-list"];

export const rows: Row[] = [{ name: "campaign-plan", gives, measure }];
