import type { Logger } from "pino";
import { isTransientDbError } from "../../db/index.ts";
import { applyReceipt } from "../../domain/messages/index.ts";
import {
  type EditTurn,
  markAccepted,
  markEdited,
  markFailed,
  markReacted,
  markRevoked,
  postponeSend,
  type ReactionTurn,
  refuseEdit,
} from "../../domain/outbox/index.ts";
import type { Delivery } from "../channel.ts";
import type { Desk } from "../company-transactions.ts";
import { inBatches } from "../concurrency/batches.ts";
import type { Lease } from "../ownership/lease.ts";

export type DeliveryParts = {
  desk: Desk;
  lease: Lease;
  logger: Logger;
  /** Returns the message in flight with that provider id. */
  messageIdOf(providerId: string): string | undefined;
  /** Returns the message being revoked with that id. */
  revokedBy(revocationId: string): string | undefined;
  /** Returns the reaction sent with that id. */
  reactionBy(reactionId: string): ReactionTurn | undefined;
  editBy(editId: string): EditTurn | undefined;
  /** Called when messages were answered: the next ones to the same chats may be sent. */
  onAnswered(providerIds: string[]): void;
};

/** Stores the delivery status of sent messages; simultaneous reports share a transaction. */
export function openDeliveries(parts: DeliveryParts) {
  const { desk, lease, logger, messageIdOf, revokedBy, reactionBy, editBy, onAnswered } = parts;
  const { companyId, connectionId } = lease;

  async function write(deliveries: Delivery[]): Promise<void> {
    await desk.act(companyId, async (ctx) => {
      for (const delivery of deliveries) {
        const revoked = delivery.type === "receipt" ? undefined : revokedBy(delivery.providerId);
        if (revoked) await markRevoked(ctx, { messageId: revoked });
        const told = delivery.type === "receipt" ? undefined : reactionBy(delivery.providerId);
        if (told) await markReacted(ctx, told);
        const edit = delivery.type === "receipt" ? undefined : editBy(delivery.providerId);
        if (edit) await (delivery.type === "accepted" ? markEdited(ctx, edit) : refuseEdit(ctx, edit));
        if (delivery.type === "accepted") {
          const { providerId, at, givenId } = delivery;
          await markAccepted(ctx, { connectionId, providerId, at, givenId });
        }
        const late = delivery.type === "later" ? messageIdOf(delivery.providerId) : undefined;
        if (late && delivery.type === "later")
          await postponeSend(ctx, { messageId: late, until: new Date(ctx.now.getTime() + delivery.afterMs) });
        const messageId = delivery.type === "refused" ? messageIdOf(delivery.providerId) : undefined;
        if (delivery.type === "refused" && messageId) await markFailed(ctx, { messageId, code: delivery.code });
      }
      for (const { ack, at, providerIds } of mergeReceipts(deliveries)) {
        await applyReceipt(ctx, { connectionId, providerIds, ack, at });
      }
    });
    onAnswered(deliveries.flatMap((delivery) => (delivery.type === "receipt" ? [] : [delivery.providerId])));
  }

  const batches = inBatches(write, {
    isPassing: isTransientDbError,
    onError: (error) => logger.error({ event: "delivery_write_failed", err: error }, "Delivery status was not stored"),
  });
  return { tell: batches.add, settled: batches.settled };
}

type Receipt = Extract<Delivery, { type: "receipt" }>;

/** Lowest first, one per kind: the status only rises, so the order among equals does not matter. */
function mergeReceipts(deliveries: Delivery[]): { ack: Receipt["ack"]; at: Date; providerIds: string[] }[] {
  const receipts = deliveries.filter((delivery) => delivery.type === "receipt");
  return ([2, 3, 4] as const).flatMap((ack) => {
    const same = receipts.filter((receipt) => receipt.ack === ack);
    const [first] = same;
    return first
      ? [{ ack, at: first.at, providerIds: [...new Set(same.flatMap(({ providerIds }) => providerIds))] }]
      : [];
  });
}
