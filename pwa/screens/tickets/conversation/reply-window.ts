import type { TicketView } from "../../../../sync/client/index.ts";
import { windowEnd } from "../../../../sync/contracts/channel-abilities.ts";
import { m } from "../../../i18n/paraglide/messages.js";

/** From when on one is told how long is left. */
const TOLD_MS = 4 * 3_600_000;
const MINUTE_MS = 60_000;

/** `leftMs` null: for ever, or so long that nobody has to think of it. */
export type ReplyWindow = { isShut: boolean; leftMs: number | null };

/** For how long the channel still lets the contact be answered. */
export function replyWindow(ticket: Pick<TicketView, "channel" | "lastCustomerMessageAt">, now: Date): ReplyWindow {
  const end = windowEnd(ticket);
  const leftMs = end && end.getTime() - now.getTime();
  if (leftMs === null || leftMs > TOLD_MS) return { isShut: false, leftMs: null };
  return { isShut: leftMs <= 0, leftMs };
}

/** 3 h, 25 min: rounded down, so that it is never less than was said. */
export function leftWords(leftMs: number): string {
  const minutes = Math.max(1, Math.floor(leftMs / MINUTE_MS));
  return minutes < 60
    ? m.tickets_window_minutes({ count: minutes })
    : m.tickets_window_hours({ count: Math.floor(minutes / 60) });
}
