import type { MessageView } from "../../../../sync/client/index.ts";

export const lifeStages = ["device", "server", "accepted", "delivered", "read"] as const;
export type DeliveryStage = (typeof lifeStages)[number];
export type DeliveryStep = { stage: DeliveryStage; at: string | null; state: "done" | "todo" | "failed" };

/**
 * Returns the delivery stages of a message. A stage counts as done when a later one is, even if its time is unknown:
 * receipts may arrive out of order or not at all, and the status never goes backwards.
 */
export function lifeSteps(message: MessageView): DeliveryStep[] {
  const onlyHere = message.local !== null;
  const times: Record<DeliveryStage, string | null> = {
    device: message.createdAt,
    server: message.life.server,
    accepted: message.life.accepted,
    delivered: message.life.delivered,
    read: message.life.read ?? message.life.played,
  };
  const byAck = onlyHere ? 0 : Math.min(message.ack, 3) + 1;
  const byTime = lifeStages.findLastIndex((stage) => times[stage] !== null);
  const reached = onlyHere ? 0 : Math.max(byAck, byTime);
  const refused = onlyHere ? message.local === "refused" : message.errorCode !== null;
  return lifeStages.map((stage, index) => ({
    stage,
    at: index <= reached ? times[stage] : null,
    state: index <= reached ? "done" : refused && index === reached + 1 ? "failed" : "todo",
  }));
}
