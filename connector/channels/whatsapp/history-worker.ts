import { and, asc, eq, isNull } from "drizzle-orm";
import type { Logger } from "pino";
import { schema } from "../../../db/index.ts";
import { historyDays } from "../../../domain/desk/connections/index.ts";
import { receiveHistory } from "../../../domain/desk/messages/index.ts";
import type { CompanyTransactions } from "../../company-transactions.ts";
import { Loop } from "../../concurrency/loop.ts";
import type { MediaHosts } from "../../config.ts";
import { type InboxRow, isHistory, isRetryable, isSameRow, orderOf, recordFailure } from "../../inbox/inbox-rows.ts";
import type { StoredRows } from "../../inbox/stored-rows.ts";
import { type Lease, requireLease } from "../../ownership/lease.ts";
import { chatsOf, fetchHistory, type HistoryChat, historyNotificationIn } from "./history-sync.ts";
import { isSamePerson } from "./jids.ts";
import { normalise, type OwnAccount } from "./reading/normalise.ts";
import { inboxSealContext } from "./store/durable-inbox.ts";
import type { SecretBox } from "./store/secret-box.ts";

const { inbox } = schema;
/** Messages of one chat per transaction: the longest that a live message of that chat waits. */
const BATCH = 20;
const DAY_MS = 86_400_000;
const RETRY_MS = 1_000;

export type HistoryWorkerParts = {
  transactions: CompanyTransactions;
  lease: Lease;
  box: SecretBox;
  mediaHosts: MediaHosts;
  stored: StoredRows;
  logger: Logger;
  self(): OwnAccount;
};

/**
 * Stores the phone's history from before it was linked, concurrently with live messages and without delaying them. An
 * interrupted part is restarted by the next owner; messages that exist already are skipped.
 */
export class HistoryWorker {
  readonly #parts: HistoryWorkerParts;
  readonly #loop: Loop;

  constructor(parts: HistoryWorkerParts) {
    this.#parts = parts;
    this.#loop = new Loop({
      work: () => this.#takeAll(),
      onError: (error) =>
        parts.logger.error({ event: "history_read_failed", err: error }, "History queue was not read; retrying"),
      retryMs: RETRY_MS,
    });
    parts.stored.onAdded("history", () => this.#loop.wake());
  }

  wake(): void {
    this.#loop.wake();
  }

  /** Resolves when the current batch is stored. */
  stop(): Promise<void> {
    return this.#loop.stop();
  }

  async #takeAll(): Promise<void> {
    for (let row = await this.#next(); row && !this.#loop.hasStopped; row = await this.#next()) {
      if (!(await this.#takeOrNote(row))) return;
    }
  }

  async #next(): Promise<InboxRow | undefined> {
    const { transactions, lease } = this.#parts;
    const [row] = await transactions.run(lease.companyId, (ctx) =>
      ctx.db
        .select()
        .from(inbox)
        .where(
          and(
            eq(inbox.companyId, lease.companyId),
            eq(inbox.connectionId, lease.connectionId),
            isNull(inbox.doneAt),
            isHistory,
            isRetryable,
          ),
        )
        .orderBy(asc(inbox.epoch), asc(inbox.seq))
        .limit(1),
    );
    return row;
  }

  /** Returns false when the part failed and waits for a retry. */
  async #takeOrNote(row: InboxRow): Promise<boolean> {
    const { transactions, logger } = this.#parts;
    try {
      await this.#take(row);
      return true;
    } catch (error) {
      const { tries, restMs } = await recordFailure(transactions, row, error);
      logger.error({ event: "history_part_failed", err: error, tries }, "History part was not stored; retrying");
      this.#loop.wakeIn(restMs);
      return false;
    }
  }

  async #take(row: InboxRow): Promise<void> {
    const { transactions, lease, logger } = this.#parts;
    const days = await transactions.run(lease.companyId, (ctx) => historyDays(ctx, lease.connectionId));
    const since = new Date(row.createdAt.getTime() - days * DAY_MS);
    const chats = days > 0 ? await this.#chats(row, since) : [];
    const taken = { chats: chats.length, messages: 0 };
    for (const chat of chats) taken.messages += await this.#takeChat(chat);
    if (this.#loop.hasStopped) return;
    await transactions.run(lease.companyId, (ctx) =>
      ctx.db.update(inbox).set({ doneAt: ctx.now }).where(isSameRow(row)),
    );
    logger.info({ event: "history_part_stored", ...taken }, "History part stored");
  }

  async #chats(row: InboxRow, since: Date): Promise<HistoryChat[]> {
    const { box, lease, self } = this.#parts;
    const { id, lid } = self();
    const { from } = row.attrs;
    // Only the linked phone itself may send history.
    if (!isSamePerson(from, id) && !isSamePerson(from, lid)) return [];
    const sealContext = inboxSealContext(row.connectionId, row.providerId, row.part);
    const notification = historyNotificationIn(box.open(row.plaintext, sealContext));
    if (!notification) return [];
    const { connectionId } = lease;
    const about = { connectionId, self: { id, lid }, since, seq: orderOf(row) };
    return chatsOf(await fetchHistory(notification, this.#parts.mediaHosts), about);
  }

  /** Stores a chat's history and returns the number of new messages. */
  async #takeChat({ name, messages }: HistoryChat): Promise<number> {
    const { transactions, lease, self } = this.#parts;
    let added = 0;
    for (let start = 0; start < messages.length && !this.#loop.hasStopped; start += BATCH) {
      const incoming = messages.slice(start, start + BATCH).flatMap(({ received, ack, reactions }) => {
        const normalised = normalise(received, self(), () => name);
        if (normalised.type !== "message") return [];
        const changes = reactions.flatMap((one) => {
          const reaction = normalise(one, self());
          return reaction.type === "change" ? [reaction.change] : [];
        });
        return [{ ...normalised.incoming, ack, changes }];
      });
      added += await transactions.runAndNumber(lease.companyId, async (ctx) => {
        await requireLease(ctx.db, lease);
        return receiveHistory(ctx, incoming);
      });
    }
    return added;
  }
}
