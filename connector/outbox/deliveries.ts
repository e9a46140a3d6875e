import type { Logger } from "pino";
import { isTransientDbError } from "../../db/index.ts";
import { applyReceipt } from "../../domain/desk/messages/index.ts";
import {
  markAccepted,
  markEdited,
  markFailed,
  markReacted,
  markRevoked,
  postponeSend,
  refuseEdit,
} from "../../domain/desk/outbox/index.ts";
import type { DeskContext } from "../../domain/ground/context.ts";
import type { Delivery } from "../channel.ts";
import type { CompanyTransactions } from "../company-transactions.ts";
import { inBatches } from "../concurrency/batches.ts";
import type { Lease } from "../ownership/lease.ts";
import type { Outbox } from "./outbox.ts";

export type DeliveryParts = {
  transactions: CompanyTransactions;
  lease: Lease;
  logger: Logger;
  outbox: Pick<Outbox, "messageIdOf" | "revocations" | "reactions" | "edits" | "answered">;
};

/** Stores the delivery status of sent messages; simultaneous reports share a transaction. */
export function openDeliveries(parts: DeliveryParts) {
  const { transactions, lease, logger, outbox } = parts;
  const { companyId, connectionId } = lease;

  async function write(deliveries: Delivery[]): Promise<void> {
    await transactions.runAndNumber(companyId, async (ctx) => {
      for (const delivery of deliveries) if (delivery.type !== "receipt") await writeAnswer(ctx, delivery);
      for (const { ack, at, providerIds } of mergeReceipts(deliveries)) {
        await applyReceipt(ctx, { connectionId, providerIds, ack, at });
      }
    });
    outbox.answered(deliveries.flatMap((delivery) => (delivery.type === "receipt" ? [] : [delivery.providerId])));
  }

  async function writeAnswer(ctx: DeskContext, answer: Answer): Promise<void> {
    const { providerId } = answer;
    const revocation = outbox.revocations.findByProviderId(providerId);
    if (revocation) await markRevoked(ctx, revocation);
    const reaction = outbox.reactions.findByProviderId(providerId);
    if (reaction) await markReacted(ctx, reaction);
    const edit = outbox.edits.findByProviderId(providerId);
    if (edit) await (answer.type === "accepted" ? markEdited(ctx, edit) : refuseEdit(ctx, edit));
    if (answer.type === "accepted") {
      const { at, givenId } = answer;
      return markAccepted(ctx, { connectionId, providerId, at, givenId });
    }
    const messageId = outbox.messageIdOf(providerId);
    if (!messageId) return;
    if (answer.type === "refused") return markFailed(ctx, { messageId, code: answer.code });
    await postponeSend(ctx, { messageId, until: new Date(ctx.now.getTime() + answer.afterMs) });
  }

  const batches = inBatches(write, {
    isPassing: isTransientDbError,
    onError: (error) => logger.error({ event: "delivery_write_failed", err: error }, "Delivery status was not stored"),
  });
  return { reportDelivery: batches.add, settled: batches.settled };
}

type Answer = Exclude<Delivery, { type: "receipt" }>;
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
