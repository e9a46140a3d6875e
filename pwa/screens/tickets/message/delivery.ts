import type { MessageView } from "../../../../sync/client/index.ts";

export const deliveries = ["queued", "accepting", "sent", "delivered", "read", "failed"] as const;
/**
 * Delivery status shown beside a message. `queued`: on this device; `accepting`: at the server, not yet at the
 * channel.
 */
export type Delivery = (typeof deliveries)[number];

export function deliveryOf(message: Pick<MessageView, "local" | "ack" | "errorCode">): Delivery {
  if (message.local === "refused" || message.local === "held") return "failed";
  if (message.local !== null) return "queued";
  if (message.errorCode !== null) return "failed";
  if (message.ack >= 3) return "read";
  if (message.ack === 2) return "delivered";
  return message.ack === 1 ? "sent" : "accepting";
}
