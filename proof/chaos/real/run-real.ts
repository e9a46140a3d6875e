import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Database, freePort, migrate, openDatabase } from "../../../db/index.ts";
import { WhatsAppEmulator } from "../../../sandbox/index.ts";
import { addAgent, agentOf, linkPhone, openEmulatorClient, type SeededCompany, seedCompany, signIn } from "../desk.ts";
import { injectDeviceFault } from "../device.ts";
import { type ChaosEnvironment, whatsappFacts } from "../environment.ts";
import type { RepertoireName } from "../kinds.ts";
import { openOwnerSql, retryUntilDone } from "../owner-sql.ts";
import { openPhones } from "../phones.ts";
import { type Outcome, runSchedule } from "../run-schedule.ts";
import { type Fault, type FaultKind, scheduleOf } from "../schedule.ts";
import { type OurProgram, openPostgres, openProgram, type RealCluster } from "./programs.ts";

const PATIENCE_MS = 90_000;

/** Real processes are killed by real signals; in addition the network to phones and agents fails. */
const realFaults: readonly FaultKind[] = [
  "api-killed",
  "connector-killed",
  "connector-killed",
  "database-killed",
  "requests-lost",
  "answers-lost",
  "page-reloaded",
  "second-tab",
  "connection-dropped",
];

export type RealRun = {
  seeds: number[];
  desks: number;
  kinds?: RepertoireName;
  faults?: readonly FaultKind[];
  /** A fault that each schedule has, besides the random ones. */
  always?: FaultKind;
  openCluster?(folder: string): Promise<RealCluster>;
  onOutcome?(outcome: Outcome): void;
};

/**
 * Runs schedules with Postgres, api and connector as processes, which are killed with SIGKILL and restarted; the
 * phones stay in this process. The first half of the seeds uses one process of each, the rest two api processes
 * behind a round-robin and two connectors.
 */
export async function runReal({ openCluster = openPostgres, ...run }: RealRun): Promise<Outcome[]> {
  const folder = await mkdtemp(join(tmpdir(), "balcao-chaos-"));
  await chmod(folder, 0o755); // when started by root, Postgres runs as another user
  const cluster = await openCluster(folder);
  try {
    await migrate(cluster.ownerUrl, cluster.url);
    return await runOn(cluster, folder, run);
  } finally {
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The parts that all desks of a run share. */
type Rig = {
  cluster: RealCluster;
  programs: ReturnType<typeof openPrograms>;
  emulator: WhatsAppEmulator;
  ownerSql: Awaited<ReturnType<typeof openOwnerSql>>;
  database: Database;
  opened: SeededCompany[];
};

async function runOn(
  cluster: RealCluster,
  folder: string,
  { seeds, desks, kinds, faults = realFaults, always, onOutcome }: Omit<RealRun, "openCluster">,
): Promise<Outcome[]> {
  const emulator = await WhatsAppEmulator.start({ autoDeliver: true });
  const ownerSql = await openOwnerSql(cluster.ownerUrl);
  const programs = openPrograms({
    ...{
      DATABASE_URL: cluster.url,
      DATA_DIR: folder,
      SANDBOX: "1",
      SECRET_KEY: "a secret key for the chaos only, long enough",
    },
    ...{
      LOG_LEVEL: process.env.LOG_LEVEL ?? "silent",
      SANDBOX_WS_URL: emulator.url,
      SANDBOX_CA: emulator.media.caPath,
    },
  });
  await programs.addPair();
  const database = openDatabase(cluster.url, { max: 2, name: "chaos owner" });
  const rig: Rig = { cluster, programs, emulator, ownerSql, database, opened: [] };
  const waiting = [...seeds];
  const outcomes: Outcome[] = [];

  async function work(desk: OpenDesk): Promise<void> {
    for (let seed = waiting.shift(); seed !== undefined; seed = waiting.shift()) {
      if (programs.apis.length === 1 && outcomes.length >= seeds.length / 2) await programs.addPair();
      const { environment, close } = openEnvironment(rig, desk);
      const outcome = await runSchedule(
        environment,
        scheduleOf(seed, { faults, faultCount: [1, 3], always, kinds }),
        PATIENCE_MS,
      );
      await close();
      outcomes.push(outcome);
      onOutcome?.(outcome);
    }
  }

  try {
    const names = Array.from({ length: Math.min(desks, seeds.length) }, (_, index) => String(index));
    const ready = await Promise.all(names.map((name) => openDesk(rig, name)));
    await Promise.all(ready.map(work));
  } finally {
    await cluster.settled();
    await programs.stop();
    await emulator.stop();
    await database.close();
    // The driver may wait forever for a session that was killed.
    await ownerSql.end({ timeout: 5 });
  }
  return outcomes.sort((a, b) => a.seed - b.seed);
}

/** The processes of the product. `addPair` starts one api process and one connector more. */
function openPrograms(env: Record<string, string>) {
  const apis: { program: OurProgram; url: string }[] = [];
  const connectors: OurProgram[] = [];
  const all = () => [...apis.map(({ program }) => program), ...connectors];
  let requests = 0;
  return {
    apis,
    connectors,
    async addPair(): Promise<void> {
      const port = String(await freePort());
      const [api, connector] = await Promise.all([
        openProgram("api", "api/main.ts", { ...env, PORT: port }),
        openProgram("connector", "connector/main.ts", env),
      ]);
      apis.push({ program: api, url: `http://127.0.0.1:${port}` });
      connectors.push(connector);
    },
    /** Sends a request to the api processes in turn. */
    reach(path: string, init?: RequestInit): Promise<Response> {
      requests += 1;
      return fetch(`${apis[requests % apis.length]?.url}${path}`, init);
    },
    settled: () => Promise.all(all().map((program) => program.settled())),
    stop: () => Promise.all(all().map((program) => program.stop())),
  };
}

type OpenDesk = Awaited<ReturnType<typeof openDesk>>;

async function openDesk({ cluster, programs, emulator, ownerSql, database, opened }: Rig, name: string) {
  const desk = await seedCompany(database, name, await cluster.newCompanyId?.());
  const account = emulator.createAccount({ name: `Loja ${name}` });
  const listed = { ...desk, number: account.phone };
  const phones = openPhones(
    openEmulatorClient(emulator, () => [listed]),
    desk.connectionId,
  );
  await ownerSql.notify("balcao_connections", JSON.stringify(desk));
  await linkPhone(ownerSql, desk, account);
  const calls = await Promise.all(desk.agentIds.map((id) => retryUntilDone(() => signIn(programs.reach, id))));
  opened.push(desk);
  if (cluster.watch) {
    const watcher = await addAgent(database, desk.companyId);
    cluster.watch({ ...desk, phones, signIn: () => signIn(programs.reach, watcher) });
  }
  return { desk, phones, calls };
}

function openEnvironment({ cluster, programs, ownerSql, opened }: Rig, { desk, phones, calls }: OpenDesk) {
  const agents = [agentOf(calls[0]), agentOf(calls[1])] as const;
  const devices = agents.map(({ device }) => device);
  const pick = <T>(among: T[], seed: number): T | undefined => among[seed % among.length];
  let injections = 0;

  async function injectFault(fault: Fault): Promise<void> {
    injections += 1;
    if (injectDeviceFault(devices, fault)) return;
    switch (fault.kind) {
      case "api-killed":
        return pick(programs.apis, injections)?.program.kill();
      case "connector-killed": {
        const victim = pick(programs.connectors, injections);
        victim?.kill();
        await pause(150);
        // It held connections of all companies; leases of those that can be reached expire first.
        await Promise.all(opened.map((company) => expireLeases(ownerSql, company)));
        return;
      }
      case "database-killed":
        return cluster.kill(desk.companyId);
      case "connection-dropped":
        await phones.fault({ drop: true });
        return;
      default:
        throw new Error(`${fault.kind} is not supported with real processes`);
    }
  }

  const environment: ChaosEnvironment = {
    ...whatsappFacts,
    ...{ companyId: desk.companyId, connectionId: desk.connectionId, phones, agents, injectFault },
    query: (question) => retryUntilDone(() => question(ownerSql)),
    async endFaults() {
      await cluster.settled();
      await programs.settled();
    },
  };
  return { environment, close: () => Promise.all(devices.map((device) => device.close())) };
}

async function expireLeases(ownerSql: Rig["ownerSql"], { companyId, connectionId }: SeededCompany): Promise<void> {
  await retryUntilDone(async () => {
    await ownerSql`update connection_leases set lease_until = now() - interval '1 second'
      where company_id = ${companyId} and connection_id = ${connectionId} and owner is not null`;
    await ownerSql.notify("balcao_connections", JSON.stringify({ companyId, connectionId }));
  });
}
