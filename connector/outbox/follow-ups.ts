import type { Logger } from "pino";
import type { DeskContext } from "../../domain/ground/context.ts";
import type { CompanyTransactions } from "../company-transactions.ts";
import { type Lease, requireLease } from "../ownership/lease.ts";

const TRY_AGAIN_MS = 10_000;

export type FollowUpParts = {
  transactions: CompanyTransactions;
  lease: Lease;
  acceptWithinMs: number;
  /** The pause after each. */
  waitSendDelay?(): Promise<void>;
  logger: Logger;
  providerIdOf(name: string): string;
};

/** A change to a sent message that the channel has to get. `turn` increases with each newer change of its kind. */
type FollowUp = { messageId: string; turn?: number };

/** Defines a kind: when its follow-ups are due, and how the channel gets them. */
type Kind<T extends FollowUp> = {
  name: string;
  next(ctx: DeskContext, connectionId: string): Promise<T[]>;
  /** Returns false when the follow-up is done, or a newer one has replaced it. */
  postpone(ctx: DeskContext, followUp: T & { until: Date }): Promise<boolean>;
  resume(ctx: DeskContext, connectionId: string): Promise<void>;
  /** Sends the follow-up with that id, or refuses it. */
  send(followUp: T, id: string): Promise<"sent" | "refused">;
};

/**
 * Sends edits, reactions and revocations of messages already sent. Ids derive from message and turn, so a repeated
 * send is idempotent; a follow-up is due until the channel has answered.
 */
export class FollowUps<T extends FollowUp> {
  readonly #parts: FollowUpParts;
  readonly #kind: Kind<T>;
  /** By the channel's id of each. */
  readonly #underWay = new Map<string, T>();

  constructor(parts: FollowUpParts, kind: Kind<T>) {
    this.#parts = parts;
    this.#kind = kind;
  }

  /** Returns the follow-up in progress that was sent with that id. */
  findByProviderId(providerId: string): T | undefined {
    return this.#underWay.get(providerId);
  }

  answered(providerIds: Iterable<string>): void {
    for (const id of providerIds) this.#underWay.delete(id);
  }

  /**
   * The connection is lost: follow-ups in progress have an unknown outcome and are sent again. Returns whether there
   * were any.
   */
  lose(): boolean {
    const hadSome = this.#underWay.size > 0;
    this.#underWay.clear();
    return hadSome;
  }

  async resume(): Promise<void> {
    const { transactions, lease } = this.#parts;
    await transactions.run(lease.companyId, async (ctx) => {
      await requireLease(ctx.db, lease);
      await this.#kind.resume(ctx, lease.connectionId);
    });
  }

  async sendDue(canSend: () => boolean): Promise<void> {
    const { transactions, lease } = this.#parts;
    const due = await transactions.run(lease.companyId, (ctx) => this.#kind.next(ctx, lease.connectionId));
    for (const followUp of due) {
      if (!canSend()) return;
      await this.#send(followUp, canSend);
      await this.#parts.waitSendDelay?.();
    }
  }

  async #send(followUp: T, canSend: () => boolean): Promise<void> {
    const { providerIdOf, acceptWithinMs, logger } = this.#parts;
    const { messageId, turn } = followUp;
    const { name, send } = this.#kind;
    const id = providerIdOf([name, messageId, turn].filter((part) => part !== undefined).join(" "));
    if (!(await this.#postpone(followUp, acceptWithinMs)) || !canSend()) return;
    this.#underWay.set(id, followUp);
    try {
      if ((await send(followUp, id)) === "refused") this.#underWay.delete(id);
    } catch (error) {
      logger.warn(
        { event: "follow_up_failed", kind: name, err: error, messageId },
        "Edit, reaction or deletion was not sent; retrying",
      );
      this.#underWay.delete(id);
      await this.#postpone(followUp, canSend() ? TRY_AGAIN_MS : 0);
    }
  }

  #postpone(followUp: T, delayMs: number): Promise<boolean> {
    const { transactions, lease } = this.#parts;
    return transactions.run(lease.companyId, async (ctx) => {
      await requireLease(ctx.db, lease);
      return this.#kind.postpone(ctx, { ...followUp, until: new Date(ctx.now.getTime() + delayMs) });
    });
  }
}
