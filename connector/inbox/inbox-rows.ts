import { and, eq, type SQL, sql } from "drizzle-orm";
import { schema } from "../../db/index.ts";
import type { CompanyTransactions } from "../company-transactions.ts";

const { inbox } = schema;
export type InboxRow = typeof inbox.$inferSelect;

/** Orders messages of a later epoch after those of an earlier one. */
const EPOCH_STEP = 1_000_000_000;

export const orderOf = ({ epoch, seq }: Pick<InboxRow, "epoch" | "seq">): number => epoch * EPOCH_STEP + seq;

/** After so many failures a row is left for inspection. */
const MAX_TRIES = 5;
const TRIES = "desk-tries";
const FAILURE = "desk-error";

const HISTORY_CATEGORY = "peer";
/** The phone's history, which is processed separately. */
export const isHistory: SQL = sql`${inbox.attrs} ->> 'category' is not distinct from ${sql.raw(`'${HISTORY_CATEGORY}'`)}`;
/** The same for a loaded row. */
export const isHistoryRow = ({ attrs }: Pick<InboxRow, "attrs">): boolean => attrs.category === HISTORY_CATEGORY;
export const isRetryable: SQL = sql`coalesce((${inbox.attrs} ->> ${TRIES})::int, 0) < ${MAX_TRIES}`;

export const isSameRow = (row: InboxRow) =>
  and(
    eq(inbox.companyId, row.companyId),
    eq(inbox.connectionId, row.connectionId),
    eq(inbox.providerId, row.providerId),
    eq(inbox.part, row.part),
  );

/** Counts a failure in the row, so that the count survives the process. */
export async function recordFailure(
  transactions: CompanyTransactions,
  row: InboxRow,
  error: unknown,
): Promise<{ tries: number; restMs: number }> {
  const tries = Number(row.attrs[TRIES] ?? 0) + 1;
  const noted = { ...row.attrs, [TRIES]: String(tries), [FAILURE]: error instanceof Error ? error.name : "Error" };
  await transactions.run(row.companyId, (ctx) => ctx.db.update(inbox).set({ attrs: noted }).where(isSameRow(row)));
  return { tries, restMs: 200 * 4 ** (tries - 1) };
}
