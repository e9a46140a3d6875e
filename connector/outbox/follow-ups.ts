import type { Logger } from "pino";
import type { DeskContext } from "../../domain/context.ts";
import type { MessageTurn } from "../../domain/outbox/index.ts";
import type { Desk } from "../company-transactions.ts";
import { type Lease, requireLease } from "../ownership/lease.ts";

const TRY_AGAIN_MS = 10_000;

export type TurnParts = {
  desk: Desk;
  lease: Lease;
  acceptWithinMs: number;
  /** The pause between two of them. */
  keepPace(): Promise<void>;
  logger: Logger;
  providerIdOf(name: string): string;
};

/** Defines a kind: where its turns are due, and how the channel gets them. */
type Kind<T extends MessageTurn> = {
  name: string;
  next(ctx: DeskContext, connectionId: string): Promise<T[]>;
  postpone(ctx: DeskContext, turn: MessageTurn & { until: Date }): Promise<boolean>;
  resume(ctx: DeskContext, connectionId: string): Promise<void>;
  /** Sends the turn with that id. */
  tell(turn: T, id: string): Promise<"told" | "given up">;
};

/**
 * Sends edits and reactions for messages already delivered. Ids derive from message and turn, so a repeated send is
 * idempotent; a turn is due until the channel has answered.
 */
export class Turns<T extends MessageTurn> {
  readonly #parts: TurnParts;
  readonly #kind: Kind<T>;
  /** By the channel's id of each. */
  readonly #underWay = new Map<string, T>();

  constructor(parts: TurnParts, kind: Kind<T>) {
    this.#parts = parts;
    this.#kind = kind;
  }

  /** Returns the turn that was sent with that id. */
  toldBy(providerId: string): T | undefined {
    return this.#underWay.get(providerId);
  }

  answered(providerIds: Iterable<string>): void {
    for (const id of providerIds) this.#underWay.delete(id);
  }

  /**
   * The connection is lost: turns in progress have an unknown outcome and are sent again. Returns whether there were
   * any.
   */
  lose(): boolean {
    const hadSome = this.#underWay.size > 0;
    this.#underWay.clear();
    return hadSome;
  }

  async resume(): Promise<void> {
    const { desk, lease } = this.#parts;
    await desk.look(lease.companyId, async (ctx) => {
      await requireLease(ctx.db, lease);
      await this.#kind.resume(ctx, lease.connectionId);
    });
  }

  async sendDue(canSend: () => boolean): Promise<void> {
    const { desk, lease } = this.#parts;
    const due = await desk.look(lease.companyId, (ctx) => this.#kind.next(ctx, lease.connectionId));
    for (const turn of due) {
      if (!canSend()) return;
      await this.#send(turn, canSend);
      await this.#parts.keepPace();
    }
  }

  async #send(told: T, canSend: () => boolean): Promise<void> {
    const { providerIdOf, acceptWithinMs, logger } = this.#parts;
    const { messageId, turn } = told;
    const { name, tell } = this.#kind;
    const id = providerIdOf(`${name} ${messageId} ${turn}`);
    if (!(await this.#postpone(told, acceptWithinMs)) || !canSend()) return;
    this.#underWay.set(id, told);
    try {
      if ((await tell(told, id)) === "given up") this.#underWay.delete(id);
    } catch (error) {
      logger.warn(
        { event: "follow_up_failed", kind: name, err: error, messageId },
        "Edit or reaction was not sent; retrying",
      );
      this.#underWay.delete(id);
      await this.#postpone(told, canSend() ? TRY_AGAIN_MS : 0);
    }
  }

  /** Returns false when a newer turn has replaced it. */
  #postpone({ messageId, turn }: MessageTurn, delayMs: number): Promise<boolean> {
    const { desk, lease } = this.#parts;
    return desk.look(lease.companyId, async (ctx) => {
      await requireLease(ctx.db, lease);
      return this.#kind.postpone(ctx, { messageId, turn, until: new Date(ctx.now.getTime() + delayMs) });
    });
  }
}
