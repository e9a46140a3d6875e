import { Hourglass } from "lucide-react";
import type { TicketView } from "../../../../sync/client/index.ts";
import { serverDate } from "../../../../sync/client/server-clock.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { leftText, replyWindow } from "../conversation/writing/reply-window.ts";

/** Shows how long the contact can still be answered, when that time ends soon. */
export function WindowNotice({ ticket }: { ticket: TicketView }) {
  const { leftMs } = replyWindow(ticket, serverDate());
  if (leftMs === null) return null;
  return (
    <p className="flex items-center gap-1.5 px-4.5 pt-2 text-ink-2 text-xs">
      <Hourglass aria-hidden="true" size={12} className="shrink-0" />
      {m.tickets_window_left({ time: leftText(leftMs) })}
    </p>
  );
}
