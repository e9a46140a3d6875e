import { and, asc, eq, isNull, not, sql } from "drizzle-orm";
import type { Logger } from "pino";
import { inParallel, isTransientDbError, prepareOnce, schema } from "../../db/index.ts";
import {
  applyIncomingChange,
  type IncomingChange,
  type IncomingMessage,
  lookUpMessages,
  receiveMessages,
  type ToReceive,
} from "../../domain/desk/messages/index.ts";
import type { DeskContext } from "../../domain/ground/context.ts";
import type { CompanyTransactions } from "../company-transactions.ts";
import { Loop } from "../concurrency/loop.ts";
import type { Lease } from "../ownership/lease.ts";
import { type InboxRow, isHistory, isRetryable, recordFailure } from "./inbox-rows.ts";
import { StoredRows } from "./stored-rows.ts";

const { inbox } = schema;

/** The content of a row. */
export type InboxEvent =
  | { type: "message"; incoming: IncomingMessage }
  | { type: "change"; change: IncomingChange }
  /** A report that only this channel has. `write` stores it and returns new messages with media. */
  | { type: "report"; write(ctx: DeskContext): Promise<string[]> }
  /** A protocol message, or an address that is no conversation. */
  | { type: "nothing" };
/** Decrypts rows and normalises them. Runs before the transaction, because it may use the network. */
export type InboxReader = (rows: readonly InboxRow[]) => Promise<(row: InboxRow) => InboxEvent>;

const BATCH = 20;
const RETRY_MS = 1_000;

export type InboxWorkerParts = {
  transactions: CompanyTransactions;
  lease: Lease;
  logger: Logger;
  read: InboxReader;
  /** The rows that this process stores; without it, others store all of them. */
  stored?: StoredRows;
  /** Called when a message with media was stored. */
  onMedia(messageId: string): void;
};

/**
 * Processes the inbox in order of arrival: each row together with its mark "done" in one transaction, so that a crash
 * repeats it and the domain deduplicates it. A failing row does not block the others.
 */
export class InboxWorker {
  readonly #parts: InboxWorkerParts;
  readonly #loop: Loop;
  /** Failed rows with the end of their pause. */
  readonly #resting = new Map<string, number>();
  readonly #stored: StoredRows;

  constructor(parts: InboxWorkerParts) {
    this.#parts = parts;
    this.#stored = parts.stored ?? new StoredRows(parts.lease);
    this.#loop = new Loop({
      work: async () => {
        while (await this.#takeSome());
      },
      onError: (error) =>
        parts.logger.error({ event: "inbox_read_failed", err: error }, "Inbox was not read; retrying"),
      retryMs: RETRY_MS,
      isDrained: true,
    });
    // Unless other rows are pending, those are processed without reading them back.
    this.#stored.onAdded("messages", () => this.#loop.wake());
  }

  /** There may be pending rows in the table. */
  wake(): void {
    this.#stored.mustReadTable();
    this.#loop.wake();
  }

  /** Resolves when the whole inbox is processed. */
  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /** Returns false when no row can be tried now. Rows that arrived meanwhile have woken the loop. */
  async #takeSome(): Promise<boolean> {
    try {
      // While failed rows rest, each run looks in the table whether their pause is over.
      if (this.#resting.size > 0) this.#stored.mustReadTable();
      const stored = this.#stored.take(BATCH);
      if (stored) return await this.#takeStored(stored);
      const rows = await this.#pending();
      const mayBeMore = rows.length === BATCH;
      if (mayBeMore) this.#stored.mustReadTable();
      if (rows.length > 0) await this.#takeRead(rows);
      return mayBeMore;
    } catch (error) {
      this.#stored.mustReadTable();
      throw error;
    }
  }

  async #takeStored(rows: InboxRow[]): Promise<boolean> {
    if (rows.length === 0) return false;
    try {
      await this.#take(rows, await this.#parts.read(rows));
      return rows.length === BATCH;
    } catch {
      // Read from the table at once: its rows know how often they have failed, and a lost connection shows there.
      this.#stored.mustReadTable();
      return true;
    }
  }

  async #takeRead(rows: InboxRow[]): Promise<void> {
    const read = await this.#parts.read(rows);
    try {
      await this.#take(rows, read);
    } catch {
      // One row of the batch fails: processed alone, each shows whether it does.
      for (const row of rows) await this.#takeAlone(row, read);
    }
  }

  async #pending(): Promise<InboxRow[]> {
    const { transactions, lease } = this.#parts;
    const now = performance.now();
    for (const [key, until] of this.#resting) if (until <= now) this.#resting.delete(key);
    const resting = [...this.#resting.keys()];
    const { companyId, connectionId } = lease;
    return transactions.run(companyId, (ctx) => pendingRows(ctx.db, { companyId, connectionId, resting }));
  }

  async #take(rows: InboxRow[], read: (row: InboxRow) => InboxEvent): Promise<void> {
    const { transactions, lease, onMedia } = this.#parts;
    const runs = runsOf(rows.map((row) => ({ key: keyOf(row), event: read(row) })));
    const withMedia = await transactions.runAndNumber(lease.companyId, async (ctx) => {
      // The mark is sent first: the look-ups see what another owner of the rows has stored.
      const [mine, first] = await inParallel([markDone(ctx, lease, rows), lookUpRun(ctx, runs[0] ?? [])]);
      const found: string[] = [];
      for (const [place, run] of runs.entries()) {
        const messages = place === 0 ? first : await lookUpRun(ctx, run);
        found.push(...(await applyRun(ctx, run, messages, mine)));
      }
      return found;
    });
    for (const messageId of withMedia) onMedia(messageId);
  }

  async #takeAlone(row: InboxRow, read: (row: InboxRow) => InboxEvent): Promise<void> {
    const { transactions, logger } = this.#parts;
    try {
      await this.#take([row], read);
    } catch (error) {
      if (isTransientDbError(error)) throw error;
      const { tries, restMs } = await recordFailure(transactions, row, error);
      const where = { providerId: row.providerId, part: row.part, tries };
      logger.error(
        { event: "inbox_message_failed", err: error, ...where },
        "Received message was not processed; retrying",
      );
      this.#resting.set(keyOf(row), performance.now() + restMs);
      this.#loop.wakeIn(restMs + 5);
    }
  }
}

type Keyed = { key: string; event: InboxEvent };

/** Divides rows into runs: messages that follow one another, or one row of another kind. */
function runsOf(rows: readonly Keyed[]): Keyed[][] {
  const runs: Keyed[][] = [];
  for (const row of rows) {
    const last = runs.at(-1);
    if (row.event.type === "message" && last?.[0]?.event.type === "message") last.push(row);
    else runs.push([row]);
  }
  return runs;
}

const lookUpRun = (ctx: DeskContext, run: readonly Keyed[]) =>
  lookUpMessages(
    ctx,
    run.flatMap(({ event }) => (event.type === "message" ? [event.incoming] : [])),
  );

/** `messages`: those of the run. Returns the new messages with media. */
async function applyRun(
  ctx: DeskContext,
  run: readonly Keyed[],
  messages: readonly ToReceive[],
  mine: ReadonlySet<string>,
): Promise<string[]> {
  const [first] = run;
  if (first?.event.type === "message") {
    const own = messages.filter((_, place) => mine.has(run[place]?.key ?? ""));
    const received = await receiveMessages(ctx, own);
    return received.flatMap(({ messageId, isNew }, place) =>
      isNew && messageId && own[place]?.incoming.media ? messageId : [],
    );
  }
  if (!first || !mine.has(first.key)) return [];
  if (first.event.type === "report") return first.event.write(ctx);
  if (first.event.type === "change") await applyIncomingChange(ctx, first.event.change);
  return [];
}

const keyOf = ({ providerId, part }: Pick<InboxRow, "providerId" | "part">) => `${providerId} ${part}`;
const keyColumn = sql`${inbox.providerId} || ' ' || ${inbox.part}`;

const pendingRows = prepareOnce((db, param) =>
  db
    .select()
    .from(inbox)
    .where(
      and(
        eq(inbox.companyId, param("companyId")),
        eq(inbox.connectionId, param("connectionId")),
        isNull(inbox.doneAt),
        not(isHistory),
        isRetryable,
        sql`not (${keyColumn}) = any(${param("resting")}::text[])`,
      ),
    )
    .orderBy(asc(inbox.epoch), asc(inbox.seq), asc(inbox.part))
    .limit(BATCH),
);

/** In a fixed order, so that two owners of the same rows wait for each other without a deadlock. */
const mark = prepareOnce((db, param) => {
  const pending = db.$with("pending").as(
    db
      .select({ providerId: inbox.providerId, part: inbox.part })
      .from(inbox)
      .where(
        and(
          eq(inbox.companyId, param("companyId")),
          eq(inbox.connectionId, param("connectionId")),
          sql`${inbox.providerId} = any(${param("providerIds")}::text[])`,
          sql`${keyColumn} = any(${param("keys")}::text[])`,
          isNull(inbox.doneAt),
        ),
      )
      .orderBy(inbox.providerId, inbox.part)
      .for("update"),
  );
  return db
    .with(pending)
    .update(inbox)
    .set({ doneAt: sql`${param("now")}::timestamptz` })
    .from(pending)
    .where(
      and(
        eq(inbox.companyId, param("companyId")),
        eq(inbox.connectionId, param("connectionId")),
        eq(inbox.providerId, pending.providerId),
        eq(inbox.part, pending.part),
      ),
    )
    .returning({ providerId: inbox.providerId, part: inbox.part });
});

/** Returns those that were not done yet. A former owner may process the same rows: the second finds them done. */
async function markDone(ctx: DeskContext, { companyId, connectionId }: Lease, rows: InboxRow[]): Promise<Set<string>> {
  const marked = await mark(ctx.db, {
    companyId,
    connectionId,
    providerIds: rows.map(({ providerId }) => providerId),
    keys: rows.map(keyOf),
    now: ctx.now.toISOString(),
  });
  return new Set(marked.map(keyOf));
}
