import { windowEnd } from "../../../../../contracts/desk/channel-abilities.ts";
import type { TicketView } from "../../../../../sync/client/index.ts";
import { m } from "../../../../i18n/paraglide/messages.js";

/** The remaining time is shown only below this value. */
const TOLD_MS = 4 * 3_600_000;
const MINUTE_MS = 60_000;

/** State of the channel's reply window. `leftMs` null: unlimited, or too long to be shown. */
export type ReplyWindow = { isShut: boolean; leftMs: number | null };

/** Returns how long the channel still accepts replies to the contact. */
export function replyWindow(ticket: Pick<TicketView, "channel" | "lastCustomerMessageAt">, now: Date): ReplyWindow {
  const end = windowEnd(ticket);
  const leftMs = end && end.getTime() - now.getTime();
  if (leftMs === null || leftMs > TOLD_MS) return { isShut: false, leftMs: null };
  return { isShut: leftMs <= 0, leftMs };
}

/** Formats the remaining time as "3 h" or "25 min", rounded down so that it never promises too much. */
export function leftText(leftMs: number): string {
  const minutes = Math.max(1, Math.floor(leftMs / MINUTE_MS));
  return minutes < 60
    ? m.tickets_window_minutes({ count: minutes })
    : m.tickets_window_hours({ count: Math.floor(minutes / 60) });
}
