import { Lock, RotateCcw } from "lucide-react";
import type { TicketView } from "../../../../sync/client/index.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { Button } from "../../../ui/button.tsx";
import { useDirectory } from "../directory.tsx";
import { useTicketActions } from "../use-ticket-actions.ts";

type WriteNoticeProps = { ticket: TicketView; why: "closed" | "notYours" };

/** Stands where the composer would: why one cannot write. A colleague's ticket is theirs to hand over. */
export function WriteNotice({ ticket, why }: WriteNoticeProps) {
  const { users } = useDirectory();
  const { act } = useTicketActions();
  const assignee = users.get(ticket.userId ?? "");
  const words =
    why === "closed"
      ? m.tickets_closed_notice()
      : assignee
        ? m.tickets_not_yours({ name: assignee.name })
        : m.tickets_not_yours_nobody();
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-3 border-line border-t bg-surface px-4 py-3 text-ink-2">
      <Lock aria-hidden="true" size={16} className="shrink-0" />
      <span className="min-w-0 flex-1">{words}</span>
      {ticket.canReopen && (
        <Button size="small" icon={<RotateCcw size={14} />} onClick={() => void act("ticket.reopen", ticket.id)}>
          {m.tickets_reopen()}
        </Button>
      )}
    </div>
  );
}
