import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pino from "pino";
import postgres from "postgres";
import { sandboxConfig } from "../../../connector/config.ts";
import { startConnector } from "../../../connector/connector.ts";
import { type Random, seeded } from "../../../contracts/testing/random.ts";
import { applicationUrl, openDatabase } from "../../../db/index.ts";
import { copyTemplate, dropDatabase } from "../../../db/testing/cluster-database.ts";
import { type Account, WhatsAppEmulator } from "../../../sandbox/index.ts";
import { linkPhone, seedCompany } from "../desk.ts";

export type OutageRun = { drops: number; messages: number; recovered: number; violations: string[]; tookMs: number };

/** The delay with which a busy machine may notice a change. */
const TOLERANCE_MS = 3_000;
const PEOPLE = 4;
const MAX_DOWN_MS = 400;
const PATIENCE_MS = 60_000;
/** The delay with which this test may notice that a connection is open. */
const POLL_MS = 1_000;

/** A drop as it was made: its start and end (ms since 1970), and the number of messages written meanwhile. */
type InjectedOutage = { from: number; to: number; missed: number };
type RecordedOutage = { since: Date; until: Date | null; messages_after: number };

/**
 * Drops a number's connection at random, for random lengths, while people write to it. Compares the stored outages
 * with the drops, and the stored messages with the sent ones.
 */
export async function runOutages(wanted: { drops: number; seed: number; adminUrl: string }): Promise<OutageRun> {
  const [began, random] = [Date.now(), seeded(wanted.seed)];
  const environment = await openOutageEnvironment(wanted.adminUrl);
  const { ownerSql, shop, emulator, connectionId } = environment;
  const people = Array.from({ length: PEOPLE }, () => emulator.createContact());
  const sent = people.map((): string[] => []);
  const injected: InjectedOutage[] = [];
  let messages = 0;

  async function write(count: number): Promise<void> {
    for (let left = count; left > 0; left--) {
      const index = random.below(PEOPLE);
      const body = `${index}-${++messages}`;
      sent[index]?.push(body);
      await people[index]?.sendText(shop, body);
      await pause(random.below(20));
    }
  }
  const stored = () => ownerSql<{ body: string }[]>`
    select body from messages where connection_id = ${connectionId} order by created_at, seq, id`;
  const status = async () => {
    const [row] = await ownerSql<{ status: string }[]>`select status from connections where id = ${connectionId}`;
    return row?.status;
  };

  try {
    while (injected.length < wanted.drops) {
      await write(random.below(4));
      await waitUntil(async () => (await stored()).length === messages, "everything is stored");
      injected.push(await dropConnection(shop, random, write));
      await waitUntil(async () => (await stored()).length === messages, "missed messages are stored");
      await waitUntil(async () => (await status()) === "CONNECTED", "the connection is reported as connected");
    }
    const recorded = await ownerSql<RecordedOutage[]>`select since, until, messages_after from connection_outages
      where connection_id = ${connectionId} order by since`;
    const bodies = (await stored()).map(({ body }) => body);
    const violations = [...differences(recorded, injected), ...misplacedMessages(bodies, sent)];
    const recovered = recorded.reduce((sum, { messages_after }) => sum + messages_after, 0);
    return { drops: injected.length, messages, recovered, violations, tookMs: Date.now() - began };
  } finally {
    await environment.close();
  }
}

async function dropConnection(
  shop: Account,
  random: Random,
  write: (count: number) => Promise<void>,
): Promise<InjectedOutage> {
  const from = Date.now();
  shop.faults.refuseLogins = 503;
  for (const socket of shop.onlineCompanions) socket.drop();
  await waitUntil(() => shop.onlineCompanions.length === 0, "the connection is down");
  const missed = random.below(6);
  await write(missed);
  await pause(random.below(MAX_DOWN_MS));
  shop.faults.refuseLogins = null;
  await waitUntil(() => shop.onlineCompanions.length > 0, "the connection is up");
  return { from, to: Date.now(), missed };
}

function differences(recorded: readonly RecordedOutage[], injected: readonly InjectedOutage[]): string[] {
  if (recorded.length !== injected.length)
    return [`${recorded.length} outages are recorded, ${injected.length} were injected`];
  return injected.flatMap(({ from, to, missed }, index) => {
    const { since, until = null, messages_after: recovered } = recorded[index] ?? {};
    const isNear = (one: Date | null | undefined, at: number) =>
      one && one.getTime() >= at - POLL_MS && one.getTime() - at < TOLERANCE_MS;
    return [
      !isNear(since, from) && `outage ${index}: since ${since?.toISOString()}, was ${new Date(from).toISOString()}`,
      !isNear(until, to) && `outage ${index}: until ${until?.toISOString()}, was ${new Date(to).toISOString()}`,
      recovered !== missed && `outage ${index}: ${recovered} recorded as recovered, ${missed} were written`,
    ].filter((wrong) => typeof wrong === "string");
  });
}

/** Returns the people whose messages are not stored once and in order. */
function misplacedMessages(stored: readonly string[], sent: readonly string[][]): string[] {
  return sent.flatMap((bodies, index) => {
    const storedBodies = stored.filter((body) => body.startsWith(`${index}-`)).join(" ");
    return storedBodies === bodies.join(" ")
      ? []
      : [`person ${index} wrote ${bodies.join(" ")}, stored is ${storedBodies}`];
  });
}

async function waitUntil(condition: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`timeout after ${PATIENCE_MS} ms: ${what}`);
    await pause(10);
  }
}

async function openOutageEnvironment(adminUrl: string) {
  const name = `outages_${randomUUID().slice(0, 8)}`;
  const ownerUrl = await copyTemplate(adminUrl, name);
  const ownerSql = postgres(ownerUrl, { max: 2, onnotice: () => {}, connection: { TimeZone: "UTC" } });
  const database = openDatabase(applicationUrl(ownerUrl), { max: 8, name: "outages" });
  const emulator = await WhatsAppEmulator.start({});
  const dataDir = await mkdtemp(join(tmpdir(), "balcao-outages-"));
  const { companyId, connectionId } = await seedCompany(database, name);
  const connector = await startConnector({
    ...{ database, dataDir, secrets: "a secret key for the chaos only, long enough" },
    // Otherwise the backoff would grow with so many drops in a row.
    config: { ...sandboxConfig(emulator.url), backoffMs: { least: 50, most: 300 } },
    logger: pino({ level: process.env.LOG_LEVEL ?? "silent" }),
  });
  const shop = emulator.createAccount({ name });
  await linkPhone(ownerSql, { companyId, connectionId }, shop);
  return {
    ownerSql,
    emulator,
    shop,
    connectionId,
    async close() {
      await connector.stop();
      await emulator.stop();
      await database.close();
      await ownerSql.end();
      await dropDatabase(adminUrl, name);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
