import { randomUUID } from "node:crypto";
import { and, asc, eq, gt } from "drizzle-orm";
import { latency } from "../../contracts/testing/latency.ts";
import type { Sequencer } from "../change-log/sequencer.ts";
import type { Database } from "../client.ts";
import * as schema from "../schema/index.ts";

export type GapLoad = { writers: number; rowsEach: number; heldOpen: number; heldMs: number };
export const gapLoad: GapLoad = { writers: 16, rowsEach: 100, heldOpen: 0.3, heldMs: 30 };
export type GapResult = { rows: number; lost: number; doubled: number; writingMs: number };

/**
 * Runs many writers, some with long transactions, and a reader that follows the revisions: measures what a log in
 * sequence order would lose. `logged: false` writes the same rows without a log, for comparison.
 */
export async function measureGap(
  database: Database,
  sequencer: Sequencer,
  companyId: string,
  { logged, load = gapLoad, random = Math.random }: { logged: boolean; load?: GapLoad; random?: () => number },
): Promise<GapResult> {
  const { tags, changes } = schema;
  const wanted = new Set<string>();
  const seen: string[] = [];
  let last = 0;
  let writing = true;

  async function read() {
    await sequencer.run(companyId);
    const came = await database.company(companyId, (tx) =>
      tx
        .select({ rev: changes.rev, docId: changes.docId })
        .from(changes)
        .where(and(eq(changes.companyId, companyId), gt(changes.rev, last)))
        .orderBy(asc(changes.rev)),
    );
    for (const { docId } of came) seen.push(docId);
    last = came.at(-1)?.rev ?? last;
  }
  async function write() {
    for (let n = 0; n < load.rowsEach; n += 1) {
      const id = randomUUID();
      await database.company(companyId, async (tx) => {
        await tx.insert(tags).values({ companyId, id, name: id, color: "#fff" });
        if (random() < load.heldOpen) await latency(random() * load.heldMs);
      });
      wanted.add(`tag:${id}`);
    }
  }
  const reader = (async () => {
    while (logged && writing) await read();
  })();
  const began = performance.now();
  await Promise.all(Array.from({ length: load.writers }, write));
  const writingMs = performance.now() - began;
  writing = false;
  await reader;
  await read();
  const ours = seen.filter((id) => wanted.has(id));
  return {
    rows: wanted.size,
    lost: wanted.size - new Set(ours).size,
    doubled: ours.length - new Set(ours).size,
    writingMs,
  };
}
