import type { Logger } from "pino";
import {
  nextReactions,
  type OutgoingReaction,
  postponeReaction,
  type ReactionTurn,
  resumeReactions,
} from "../domain/outbox/index.ts";
import type { Channel } from "./channel.ts";
import type { Desk } from "./desk.ts";
import { type Lease, requireLease } from "./lease.ts";

const TRY_AGAIN_MS = 10_000;

export type ReactionParts = {
  desk: Desk;
  lease: Lease;
  channel: Pick<Channel, "react">;
  acceptWithinMs: number;
  logger: Logger;
  providerIdOf(name: string): string;
};

/**
 * Tells the channel our reactions. Each turn of a message's reaction has an id of its own, always the same: until the
 * channel has answered it is due again, and arrives as one.
 */
export class Reactions {
  readonly #parts: ReactionParts;
  /** By the channel's id of each. */
  readonly #underWay = new Map<string, ReactionTurn>();

  constructor(parts: ReactionParts) {
    this.#parts = parts;
  }

  /** What the channel was told under that id. */
  toldBy(providerId: string): ReactionTurn | undefined {
    return this.#underWay.get(providerId);
  }

  answered(providerIds: Iterable<string>): void {
    for (const id of providerIds) this.#underWay.delete(id);
  }

  /** The line is gone: whether what was under way has arrived is unknown, and it goes again. True: there was some. */
  lose(): boolean {
    const hadSome = this.#underWay.size > 0;
    this.#underWay.clear();
    return hadSome;
  }

  async resume(): Promise<void> {
    const { desk, lease } = this.#parts;
    await desk.look(lease.companyId, async (ctx) => {
      await requireLease(ctx.db, lease);
      await resumeReactions(ctx, lease.connectionId);
    });
  }

  async sendDue(canSend: () => boolean): Promise<void> {
    const { desk, lease } = this.#parts;
    const due = await desk.look(lease.companyId, (ctx) => nextReactions(ctx, lease.connectionId));
    for (const reaction of due) {
      if (!canSend()) return;
      await this.#send(reaction, canSend);
    }
  }

  async #send(reaction: OutgoingReaction, canSend: () => boolean): Promise<void> {
    const { channel, providerIdOf, acceptWithinMs, logger } = this.#parts;
    const { messageId, turn, ...told } = reaction;
    const reactionId = providerIdOf(`react ${messageId} ${turn}`);
    if (!(await this.#postpone({ messageId, turn }, acceptWithinMs)) || !canSend()) return;
    this.#underWay.set(reactionId, { messageId, turn });
    try {
      await channel.react({ ...told, reactionId });
    } catch (error) {
      logger.warn({ err: error, messageId }, "a reaction was not handed over");
      this.#underWay.delete(reactionId);
      await this.#postpone({ messageId, turn }, canSend() ? TRY_AGAIN_MS : 0);
    }
  }

  /** False: a newer one has taken its place. */
  #postpone(reaction: ReactionTurn, delayMs: number): Promise<boolean> {
    const { desk, lease } = this.#parts;
    return desk.look(lease.companyId, async (ctx) => {
      await requireLease(ctx.db, lease);
      return postponeReaction(ctx, { ...reaction, until: new Date(ctx.now.getTime() + delayMs) });
    });
  }
}
