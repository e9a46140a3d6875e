import "../../../connector/quiet-console.ts";
import { randomUUID } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type postgres from "postgres";
import { type Random, seeded } from "../../../contracts/testing/random.ts";
import { freePort, migrate, openDatabase, schema } from "../../../db/index.ts";
import { type Account, WhatsAppEmulator } from "../../../sandbox/index.ts";
import type { ApiFetch } from "../../../sync/client/desk-types.ts";
import { linkPhone, SECRET_KEY, seedCompany, signIn } from "../desk.ts";
import { openOwnerSql, retryUntilDone } from "../owner-sql.ts";
import { type OurProgram, openPostgres, openProgram } from "../real/programs.ts";
import { audienceOf, type Person, seedCampaign } from "./audience.ts";

export type CampaignRun = {
  faults: Record<string, number>;
  states: Record<string, number>;
  violations: string[];
  tookMs: number;
};
export type CampaignPlan = {
  recipients: number;
  seed: number;
  /** The pause between two messages of a connection, in ms. */
  pauseMs: number;
  /** The time between two faults, in ms. */
  faultEveryMs: { least: number; most: number };
};

const CONNECTIONS = 3;
/** A campaign without a new message for so long is stuck. */
const STUCK_MS = 90_000;
/** The time in which a cancelled campaign must take no recipient. */
const CANCELLED_MS = 1_500;

/**
 * Sends a campaign over three numbers with Postgres, api and two connectors as processes, which are killed with SIGKILL
 * and restarted, while connections drop and the campaign is cancelled and restarted. Each person who may get the message
 * has to have it once, everyone else not at all.
 */
export async function runCampaign(plan: CampaignPlan, say: (text: string) => void = () => {}): Promise<CampaignRun> {
  const [began, random] = [Date.now(), seeded(plan.seed)];
  const environment = await openCampaignEnvironment(plan);
  try {
    const people = audienceOf(plan.recipients, random);
    const { database, companyId, connectionIds, call } = environment;
    const campaignId = await seedCampaign(database, companyId, { people, connectionIds });
    const campaign = {
      id: campaignId,
      post: (verb: string) => postUntilDone(call, `/campaigns/${campaignId}/${verb}`),
    };
    await campaign.post("start");
    const { faults, violations } = await runWithFaults(environment, campaign, plan, random, say);
    violations.push(...(await differences(environment, campaignId, people)));
    const states = await statesOf(environment.ownerSql, campaignId);
    return { faults, states, violations, tookMs: Date.now() - began };
  } finally {
    await environment.close();
  }
}

type Environment = Awaited<ReturnType<typeof openCampaignEnvironment>>;
type Campaign = { id: string; post(verb: string): Promise<void> };

/** Repeats a step until it is answered. A step whose answer was lost is refused as done already. */
async function postUntilDone(call: () => Promise<ApiFetch>, path: string): Promise<void> {
  for (const until = Date.now() + STUCK_MS; ; await pause(200)) {
    try {
      const send = await call();
      const headers = { "content-type": "application/json" };
      await send(path, { method: "POST", headers, body: JSON.stringify({ confirm: true }) });
      return;
    } catch (error) {
      const { code } = error as { code?: string };
      if (code === "ERR_CAMPAIGN_STATE") return;
      if (Date.now() > until) throw error;
    }
  }
}

async function runWithFaults(
  environment: Environment,
  campaign: Campaign,
  { faultEveryMs }: CampaignPlan,
  random: Random,
  say: (text: string) => void,
) {
  const violations: string[] = [];
  const kinds = ["connector-killed", "connection-dropped", "api-killed", "cancelled", "database-killed"] as const;
  const faults: Record<string, number> = Object.fromEntries(kinds.map((kind) => [kind, 0]));
  let [progress, progressAt] = [-1, Date.now()];
  for (let count = 0; ; count++) {
    await pause(random.between(faultEveryMs.least, faultEveryMs.most));
    const { status, waiting } = await progressOf(environment.ownerSql, campaign.id);
    if (status === "finished") break;
    if (waiting !== progress) [progress, progressAt] = [waiting, Date.now()];
    if (Date.now() - progressAt > STUCK_MS) {
      violations.push(`${waiting} recipients wait in a campaign that is ${status}`);
      break;
    }
    // Each kind once, then at random.
    const kind = kinds[count] ?? random.pick(kinds);
    faults[kind] = (faults[kind] ?? 0) + 1;
    say(`  ${waiting} wait: ${kind}`);
    violations.push(...(await inject(kind, environment, campaign, random)));
  }
  for (const [kind, count] of Object.entries(faults)) if (count === 0) violations.push(`${kind} never happened`);
  await environment.settled();
  return { faults, violations };
}

async function inject(kind: string, environment: Environment, campaign: Campaign, random: Random): Promise<string[]> {
  const { apis, connectors, shops, cluster, ownerSql } = environment;
  switch (kind) {
    case "connector-killed":
      random.pick(connectors).kill();
      await expireLeases(environment);
      return [];
    case "api-killed":
      random.pick(apis).kill();
      return [];
    case "database-killed":
      cluster.kill();
      return [];
    case "connection-dropped":
      for (const socket of random.pick(shops).onlineCompanions) socket.drop();
      return [];
    default: {
      await campaign.post("cancel");
      const taken = async () => (await progressOf(ownerSql, campaign.id)).waiting;
      const before = await taken();
      await pause(CANCELLED_MS);
      const after = await taken();
      await campaign.post("restart");
      return before === after ? [] : [`a cancelled campaign went from ${before} to ${after} waiting recipients`];
    }
  }
}

/** A killed connector's leases would last 20 seconds. */
async function expireLeases({ ownerSql, companyId, connectionIds }: Environment): Promise<void> {
  await pause(150);
  await retryUntilDone(async () => {
    await ownerSql`update connection_leases set lease_until = now() - interval '1 second'
      where company_id = ${companyId} and owner is not null`;
    for (const connectionId of connectionIds)
      await ownerSql.notify("balcao_connections", JSON.stringify({ companyId, connectionId }));
  });
}

async function progressOf(ownerSql: postgres.Sql, id: string): Promise<{ status: string; waiting: number }> {
  const [row] = await retryUntilDone(
    () => ownerSql<{ status: string; waiting: number }[]>`select c.status, (select count(*)::int
      from campaign_recipients r where r.campaign_id = c.id and r.state = 'waiting') as waiting
      from campaigns c where c.id = ${id}`,
  );
  if (!row) throw new Error("the campaign does not exist");
  return row;
}

async function statesOf(ownerSql: postgres.Sql, id: string): Promise<Record<string, number>> {
  const rows = await ownerSql<{ state: string; count: number }[]>`
    select state || coalesce(' ' || reason, '') as state, count(*)::int from campaign_recipients
    where campaign_id = ${id} group by 1 order by 1`;
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

const expectedStates: Record<Person["fate"], readonly string[]> = {
  // A receipt may be lost with the connection.
  sent: ["sent", "delivered"],
  blocked: ["excluded blocked"],
  optedOut: ["excluded optedOut"],
  notOnWhatsapp: ["excluded notOnWhatsapp"],
  notReached: ["failed ERR_WAPP_INVALID_CONTACT"],
};

/** Waits until nothing is in the outbox, then compares phones and recipients with the audience. */
async function differences(
  { ownerSql, emulator, shops }: Environment,
  campaignId: string,
  people: readonly Person[],
): Promise<string[]> {
  const pending = async () => {
    const [row] = await ownerSql<{ count: number }[]>`select count(*)::int from campaign_recipients r
      left join messages m on m.company_id = r.company_id and m.id = r.message_id
      where r.campaign_id = ${campaignId} and m.send_after is not null`;
    return row?.count ?? 0;
  };
  for (const until = Date.now() + STUCK_MS; Date.now() < until && (await pending()) > 0; ) await pause(200);
  const rows = await ownerSql<{ number: string; state: string }[]>`
    select number, state || coalesce(' ' || reason, '') as state from campaign_recipients
    where campaign_id = ${campaignId}`;
  const stateOf = new Map(rows.map(({ number, state }) => [number, state]));
  const wrong = rows.length === people.length ? [] : [`${rows.length} recipients of ${people.length}`];
  for (const { number, name, fate } of people) {
    const copies = shops.reduce(
      (sum, { phone }) => sum + (emulator.knownContact(number)?.messages.shownWith(phone).length ?? 0),
      0,
    );
    const state = stateOf.get(number) ?? "missing";
    if (copies !== (fate === "sent" ? 1 : 0)) wrong.push(`${name} (${fate}) has ${copies} copies and is ${state}`);
    else if (!expectedStates[fate].includes(state)) wrong.push(`${name} (${fate}) is ${state}`);
  }
  return wrong;
}

async function openCampaignEnvironment({ pauseMs }: CampaignPlan) {
  const folder = await mkdtemp(join(tmpdir(), "balcao-campaigns-"));
  await chmod(folder, 0o755); // when started by root, Postgres runs as another user
  const cluster = await openPostgres(folder);
  await migrate(cluster.ownerUrl);
  const emulator = await WhatsAppEmulator.start({ autoDeliver: true });
  const ownerSql = await openOwnerSql(cluster.ownerUrl);
  const database = openDatabase(cluster.url, { max: 2, name: "chaos owner" });
  const port = String(await freePort());
  const env = {
    ...{ DATABASE_URL: cluster.url, DATA_DIR: folder, SANDBOX: "1", SECRET_KEY, PORT: port },
    ...{ SANDBOX_WS_URL: emulator.url, SANDBOX_CA: emulator.media.caPath, CAMPAIGN_PAUSE_MS: String(pauseMs) },
    LOG_LEVEL: process.env.LOG_LEVEL ?? "silent",
  };
  const apis: OurProgram[] = [await openProgram("api", "api/main.ts", env)];
  const connectors = await Promise.all(
    ["one", "two"].map((name) => openProgram(`connector ${name}`, "proof/chaos/campaigns/paced-connector.ts", env)),
  );
  const { companyId, connectionId, agentIds } = await seedCompany(database, "campanhas");
  const added = Array.from({ length: CONNECTIONS - 1 }, () => randomUUID());
  await database.company(companyId, async (db) => {
    await db.insert(schema.connections).values(added.map((id, at) => ({ companyId, id, name: `Filial ${at + 1}` })));
    await db
      .insert(schema.connectionLeases)
      .values(added.map((id) => ({ companyId, connectionId: id, desired: "up" as const, request: 1 })));
  });
  const connectionIds = [connectionId, ...added];
  const shops: Account[] = [];
  for (const id of connectionIds) {
    const account = emulator.createAccount({ name: `Loja ${id.slice(0, 8)}` });
    shops.push(account);
    await ownerSql.notify("balcao_connections", JSON.stringify({ companyId, connectionId: id }));
    await linkPhone(ownerSql, { companyId, connectionId: id }, account);
  }
  const reach = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init);
  let signedIn: Promise<ApiFetch> | undefined;
  return {
    ...{ cluster, emulator, ownerSql, database, companyId, connectionIds, shops, apis, connectors },
    call: () => {
      signedIn ??= signIn(reach, agentIds[0]).catch((error) => {
        signedIn = undefined;
        throw error;
      });
      return signedIn;
    },
    /** Resolves when everything that was killed runs again. */
    async settled() {
      await cluster.settled();
      await Promise.all([...apis, ...connectors].map((program) => program.settled()));
    },
    async close() {
      await cluster.settled();
      await Promise.all([...apis, ...connectors].map((program) => program.stop()));
      await emulator.stop();
      await database.close();
      // The driver may wait forever for a session that was killed.
      await ownerSql.end({ timeout: 5 });
      await cluster.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
