import { Check, CheckCheck, CircleAlert, Clock } from "lucide-react";
import { m } from "../../../i18n/paraglide/messages.js";
import type { Delivery } from "./delivery.ts";

const marks = {
  queued: { icon: Clock, ink: "text-ink-2", words: m.tickets_delivery_queued },
  accepting: { icon: Clock, ink: "text-tick-sent", words: m.tickets_delivery_accepting },
  sent: { icon: Check, ink: "text-tick-sent", words: m.tickets_delivery_sent },
  delivered: { icon: CheckCheck, ink: "text-tick-sent", words: m.tickets_delivery_delivered },
  read: { icon: CheckCheck, ink: "text-tick-read", words: m.tickets_delivery_read },
  failed: { icon: CircleAlert, ink: "text-danger-ink", words: m.tickets_delivery_failed },
} satisfies Record<Delivery, unknown>;

export const deliveryTexts = (delivery: Delivery) => marks[delivery].words();

/** Shows the delivery status of an outgoing message; each status has its own shape and label. */
export function DeliveryTick({ delivery, size = 14 }: { delivery: Delivery; size?: number }) {
  const { icon: Icon, ink, words } = marks[delivery];
  return <Icon role="img" aria-label={words()} size={size} strokeWidth={1.8} className={`shrink-0 ${ink}`} />;
}
