import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Logger } from "pino";
import { isOutage, schema } from "../../db/index.ts";
import type { DeskContext } from "../../domain/context.ts";
import { applyIncomingChange, receiveMessage } from "../../domain/messages/index.ts";
import type { Desk } from "../desk.ts";
import type { Lease } from "../lease.ts";
import type { SecretBox } from "../secret-box.ts";
import { untilSignal } from "../signal.ts";
import { inboxPlace } from "./durable-inbox.ts";
import { isGroup } from "./jids.ts";
import { type Normalised, normalise, type Self } from "./normalise.ts";

const { inbox } = schema;
type InboxRow = typeof inbox.$inferSelect;

const BATCH = 20;
/** After so many failures a row is left where it is, for somebody to look at. */
const MOST_TRIES = 5;
const TRIES = "desk-tries";
const FAILURE = "desk-error";
/** Orders messages of a later epoch after those of an earlier one. */
const EPOCH_STEP = 1_000_000_000;

export type InboxWorkerParts = {
  desk: Desk;
  lease: Lease;
  box: SecretBox;
  logger: Logger;
  self(): Self;
  groupName(jid: string): Promise<string>;
  /** A message with media was stored. */
  onMedia(messageId: string): void;
};

/**
 * Takes what was received into the desk, in the order in which it came: each row with its mark "done" in one
 * transaction, so that a crash repeats it and the domain knows it again. A row that fails does not hold up the rest.
 */
export class InboxWorker {
  readonly #parts: InboxWorkerParts;
  readonly #signal = untilSignal();
  /** Rows that failed, until when they rest. */
  readonly #resting = new Map<string, number>();
  #hasStopped = false;
  #running: Promise<void>;

  constructor(parts: InboxWorkerParts) {
    this.#parts = parts;
    this.#signal.give(); // what a former process left behind
    this.#running = this.#run();
  }

  wake(): void {
    this.#signal.give();
  }

  /** Ends when everything that is there has been taken in. */
  async stop(): Promise<void> {
    this.#hasStopped = true;
    this.wake();
    await this.#running;
  }

  async #run(): Promise<void> {
    do {
      await this.#signal.wait();
      try {
        while (await this.#takeSome());
      } catch (error) {
        this.#parts.logger.error({ err: error }, "the inbox could not be read");
        if (!this.#hasStopped) setTimeout(() => this.wake(), 1_000).unref();
      }
    } while (!this.#hasStopped);
  }

  /** False: nothing is left that may be tried now. */
  async #takeSome(): Promise<boolean> {
    const rows = await this.#pending();
    if (rows.length === 0) return false;
    const names = await this.#groupNames(rows);
    try {
      await this.#take(rows, names);
    } catch {
      // One of them is at fault: alone, each shows whether it is.
      for (const row of rows) await this.#takeAlone(row, names);
    }
    return true;
  }

  async #pending(): Promise<InboxRow[]> {
    const { desk, lease } = this.#parts;
    const now = Date.now();
    for (const [key, until] of this.#resting) if (until <= now) this.#resting.delete(key);
    const resting = [...this.#resting.keys()];
    return desk.look(lease.companyId, (ctx) =>
      ctx.db
        .select()
        .from(inbox)
        .where(
          and(
            eq(inbox.companyId, lease.companyId),
            eq(inbox.connectionId, lease.connectionId),
            isNull(inbox.doneAt),
            sql`coalesce((${inbox.attrs} ->> ${TRIES})::int, 0) < ${MOST_TRIES}`,
            resting.length > 0
              ? sql`not (${inbox.providerId} || ' ' || ${inbox.part}) = any(${sql.param(resting)}::text[])`
              : undefined,
          ),
        )
        .orderBy(asc(inbox.epoch), asc(inbox.seq), asc(inbox.part))
        .limit(BATCH),
    );
  }

  async #take(rows: InboxRow[], names: Map<string, string>): Promise<void> {
    const { desk, lease, onMedia } = this.#parts;
    const withMedia = await desk.act(lease.companyId, async (ctx) => {
      const mine = await lockPending(ctx, rows);
      const found: string[] = [];
      for (const row of rows.filter((one) => mine.has(keyOf(one)))) {
        const messageId = await this.#apply(ctx, this.#read(row, names));
        if (messageId) found.push(messageId);
      }
      await markDone(ctx, rows);
      return found;
    });
    for (const messageId of withMedia) onMedia(messageId);
  }

  async #takeAlone(row: InboxRow, names: Map<string, string>): Promise<void> {
    const { desk, lease, logger } = this.#parts;
    try {
      await this.#take([row], names);
    } catch (error) {
      if (isOutage(error)) throw error;
      const tries = Number(row.attrs[TRIES] ?? 0) + 1;
      const where = { providerId: row.providerId, part: row.part, tries };
      logger.error({ err: error, ...where }, "a received message could not be taken in");
      const noted = { ...row.attrs, [TRIES]: String(tries), [FAILURE]: error instanceof Error ? error.name : "Error" };
      await desk.look(lease.companyId, (ctx) => ctx.db.update(inbox).set({ attrs: noted }).where(isRow(row)));
      const restMs = 200 * 4 ** (tries - 1);
      this.#resting.set(keyOf(row), Date.now() + restMs);
      setTimeout(() => this.wake(), restMs + 5).unref();
    }
  }

  /** The id of a new message that carries media. */
  async #apply(ctx: DeskContext, normalised: Normalised): Promise<string | null> {
    if (normalised.type === "change") {
      await applyIncomingChange(ctx, normalised.change);
    }
    if (normalised.type !== "message") return null;
    const { messageId, isNew } = await receiveMessage(ctx, normalised.incoming);
    return isNew && normalised.incoming.media ? messageId : null;
  }

  #read(row: InboxRow, names: Map<string, string>): Normalised {
    const { connectionId, providerId, part, epoch, seq, attrs } = row;
    const message = this.#parts.box.open(row.plaintext, inboxPlace(connectionId, providerId, part));
    const received = { connectionId, attrs, message, seq: epoch * EPOCH_STEP + seq };
    return normalise(received, this.#parts.self(), (jid) => names.get(jid) ?? "");
  }

  /** Asked before the transaction: none waits for the network. */
  async #groupNames(rows: InboxRow[]): Promise<Map<string, string>> {
    const groups = new Set(rows.flatMap(({ attrs }) => (attrs.from && isGroup(attrs.from) ? [attrs.from] : [])));
    const names = await Promise.all([...groups].map(async (jid) => [jid, await this.#parts.groupName(jid)] as const));
    return new Map(names);
  }
}

const keyOf = ({ providerId, part }: InboxRow) => `${providerId} ${part}`;

const isRow = (row: InboxRow) =>
  and(
    eq(inbox.companyId, row.companyId),
    eq(inbox.connectionId, row.connectionId),
    eq(inbox.providerId, row.providerId),
    eq(inbox.part, row.part),
  );

const areRows = (rows: InboxRow[]) =>
  and(
    eq(inbox.companyId, rows[0]?.companyId ?? ""),
    eq(inbox.connectionId, rows[0]?.connectionId ?? ""),
    inArray(
      inbox.providerId,
      rows.map(({ providerId }) => providerId),
    ),
    isNull(inbox.doneAt),
  );

/** A former owner may be at the same rows: whoever comes second finds them done. */
async function lockPending(ctx: DeskContext, rows: InboxRow[]): Promise<Set<string>> {
  const locked = await ctx.db
    .select()
    .from(inbox)
    .where(areRows(rows))
    .orderBy(inbox.providerId, inbox.part)
    .for("update");
  return new Set(locked.map(keyOf));
}

async function markDone(ctx: DeskContext, rows: InboxRow[]): Promise<void> {
  const keys = rows.map(keyOf);
  await ctx.db
    .update(inbox)
    .set({ doneAt: ctx.now })
    .where(and(areRows(rows), sql`(${inbox.providerId} || ' ' || ${inbox.part}) = any(${sql.param(keys)}::text[])`));
}
