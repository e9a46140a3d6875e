import { randomUUID } from "node:crypto";
import { startCitusCluster } from "../../db/testing/citus-kit.ts";
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
  /** Conversations of other companies that were not. */
  problems: string[];
};

/** Runs schedules of two companies on different workers; each schedule kills the worker of its company at least once. */
export async function runCitus({ seeds, onOutcome }: CitusRun): Promise<CitusOutcome> {
  const opened: ReturnType<typeof openOutages>[] = [];
  const outcomes = await runReal({
    ...{ seeds, desks: 2, faults: citusFaults, always: "database-killed", onOutcome },
    async openCluster(folder): Promise<RealCluster> {
      const cluster = await startCitusCluster(folder);
      const outages = openOutages(cluster);
      opened.push(outages);
      let companies = 0;
      return {
        ...{ url: cluster.url, ownerUrl: cluster.ownerUrl, stop: cluster.stop },
        ...{ watch: outages.add, settled: outages.ended },
        kill: (companyId = "") => outages.begin(companyId),
        async newCompanyId() {
          const wanted = cluster.workers[companies++ % cluster.workers.length];
          for (;;) {
            const id = randomUUID();
            if ((await cluster.workerOf(id)) === wanted) return id;
          }
        },
      };
    },
  });
  const [outages] = opened;
  if (!outages) throw new Error("no cluster was opened");
  return { outcomes, ...outages.counts, problems: outages.problems };
}
