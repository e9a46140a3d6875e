import type { Logger } from "pino";
import type { DeskContext } from "../domain/context.ts";
import type { MessageTurn } from "../domain/outbox/index.ts";
import type { Desk } from "./desk.ts";
import { type Lease, requireLease } from "./lease.ts";

const TRY_AGAIN_MS = 10_000;

export type TurnParts = {
  desk: Desk;
  lease: Lease;
  acceptWithinMs: number;
  /** Between two that are told. */
  keepPace(): Promise<void>;
  logger: Logger;
  providerIdOf(name: string): string;
};

/** What makes one kind of them: where they are due, and how the channel is told. */
type Kind<T extends MessageTurn> = {
  name: string;
  next(ctx: DeskContext, connectionId: string): Promise<T[]>;
  postpone(ctx: DeskContext, turn: MessageTurn & { until: Date }): Promise<boolean>;
  resume(ctx: DeskContext, connectionId: string): Promise<void>;
  /** Under that id of its own. */
  tell(turn: T, id: string): Promise<"told" | "given up">;
};

/**
 * Tells the channel what was done to messages that it has. Each turn of a message has an id of its own, always the same:
 * until the channel has answered it is due again, and arrives as one.
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

  /** What the channel was told under that id. */
  toldBy(providerId: string): T | undefined {
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

  /** False: a newer one has taken its place. */
  #postpone({ messageId, turn }: MessageTurn, delayMs: number): Promise<boolean> {
    const { desk, lease } = this.#parts;
    return desk.look(lease.companyId, async (ctx) => {
      await requireLease(ctx.db, lease);
      return this.#kind.postpone(ctx, { messageId, turn, until: new Date(ctx.now.getTime() + delayMs) });
    });
  }
}
