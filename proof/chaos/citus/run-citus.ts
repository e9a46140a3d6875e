import { randomUUID } from "node:crypto";
import { type CitusCluster, startCitusCluster } from "../../../db/citus/kit.ts";
import type { RealCluster } from "../real/programs.ts";
import { runReal } from "../real/run-real.ts";
import type { Outcome } from "../run-schedule.ts";
import type { FaultKind } from "../schedule.ts";
import { openOutages } from "./outages.ts";

/** Besides the worker, the programs are killed and the network to phones and agents fails. */
const citusFaults: readonly FaultKind[] = [
  "database-killed",
  "api-killed",
  "connector-killed",
  "requests-lost",
  "answers-lost",
  "page-reloaded",
  "connection-dropped",
];

export type CitusRun = { seeds: number[]; onOutcome?(outcome: Outcome): void };
export type CitusOutcome = {
  outcomes: Outcome[];
  /** The workers that were killed. */
  outages: number;
  /** Conversations of other companies that were completed while a worker was away. */
  conversations: number;
  /** The slowest of them. */
  slowestMs: number;
  /** Conversations of other companies that were not. */
  problems: string[];
};

/** Runs schedules of two companies on different workers; each schedule kills the worker of its company at least once. */
export async function runCitus({ seeds, onOutcome }: CitusRun): Promise<CitusOutcome> {
  const opened: ReturnType<typeof openOutages>[] = [];
  const outcomes = await runReal({
    ...{ seeds, desks: 2, faults: citusFaults, always: "database-killed", onOutcome },
    async openCluster(folder): Promise<RealCluster> {
      const cluster = await startCitusCluster(folder, { isDurable: true });
      const outages = openOutages(cluster);
      opened.push(outages);
      return {
        ...{ url: cluster.url, ownerUrl: cluster.ownerUrl, stop: cluster.stop },
        ...{ watch: outages.add, settled: outages.ended, newCompanyId: alternate(cluster) },
        kill: (companyId = "") => outages.begin(companyId),
      };
    },
  });
  const [outages] = opened;
  if (!outages) throw new Error("no cluster was opened");
  return { outcomes, ...outages.counts, problems: outages.problems };
}

export type MovesOutcome = {
  outcomes: Outcome[];
  /** Moves of a company to the other worker while its customers and agents wrote. */
  moves: number;
  problems: string[];
  /** The number of 50 random companies in each shard that has one, and on each worker. */
  spread: { shards: number[]; workers: number[] };
};

/** Runs schedules of two companies over 64 shards; each schedule moves its company to the other worker at least once. */
export async function runMoves({ seeds, onOutcome }: CitusRun): Promise<MovesOutcome> {
  const problems: string[] = [];
  let spread: MovesOutcome["spread"] = { shards: [], workers: [] };
  let moves = 0;
  let last: Promise<void> = Promise.resolve();
  const outcomes = await runReal({
    ...{ seeds, desks: 2, faults: citusFaults, always: "database-killed", onOutcome },
    async openCluster(folder): Promise<RealCluster> {
      const cluster = await startCitusCluster(folder, { shards: 64, isDurable: true, isMovable: true });
      async function move(companyId: string): Promise<void> {
        await cluster.move(companyId);
        moves += 1;
      }
      return {
        ...{ url: cluster.url, ownerUrl: cluster.ownerUrl, newCompanyId: alternate(cluster) },
        settled: () => last,
        kill(companyId = "") {
          last = last.then(() => move(companyId)).catch((error) => void problems.push(`a move: ${error}`));
        },
        async stop() {
          await last;
          spread = await cluster.spread(Array.from({ length: 50 }, () => randomUUID()));
          await cluster.stop();
        },
      };
    },
  });
  return { outcomes, moves, problems, spread };
}

/** Returns ids of companies whose workers take turns. */
function alternate(cluster: CitusCluster): () => Promise<string> {
  let companies = 0;
  return async () => {
    const wanted = cluster.workers[companies++ % cluster.workers.length];
    for (;;) {
      const id = randomUUID();
      if ((await cluster.workerOf(id)) === wanted) return id;
    }
  };
}
