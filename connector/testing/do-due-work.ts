import { type DueWork, type Found, openDueWork } from "../jobs/run-due-work.ts";

/** Does what is due now, once and one kind after another, and waits for all of it. */
export async function doDueWork(
  table: readonly DueWork<Found, unknown>[],
  parts: Parameters<typeof openDueWork>[1],
): Promise<void> {
  for (const row of table) {
    const work = openDueWork(row, parts);
    await work.ask();
    await work.settled();
  }
}
