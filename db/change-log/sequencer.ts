import { sql } from "drizzle-orm";
import type { Database } from "../client.ts";

/** Assigns revisions to a company's committed changes that have none. Called after a commit and before a read. */
export type Sequencer = { run(companyId: string): Promise<void> };

/** Single-flight per company: callers that arrive during a run share the next run, which sees their commits. */
export function openSequencer(database: Database, options: { took?: (seconds: number) => void } = {}): Sequencer {
  const running = new Map<string, Promise<void>>();
  const waiting = new Map<string, Promise<void>>();

  async function number(companyId: string): Promise<void> {
    await database.statement(companyId, sql`select from number_changes(${companyId}::uuid)`);
  }

  function start(companyId: string): Promise<void> {
    const run = number(companyId).finally(() => running.delete(companyId));
    running.set(companyId, run);
    return run;
  }

  function request(companyId: string): Promise<void> {
    const current = running.get(companyId);
    if (!current) return start(companyId);
    const queued = waiting.get(companyId);
    if (queued) return queued;
    const next = current
      .catch(() => {}) // reported to the caller of that run
      .then(() => {
        waiting.delete(companyId);
        return start(companyId);
      });
    waiting.set(companyId, next);
    return next;
  }

  return {
    async run(companyId) {
      const askedAt = performance.now();
      await request(companyId);
      options.took?.((performance.now() - askedAt) / 1000);
    },
  };
}
