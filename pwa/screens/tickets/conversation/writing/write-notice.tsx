import { Hourglass, Lock } from "lucide-react";
import type { TicketView } from "../../../../../sync/client/index.ts";
import { m } from "../../../../i18n/paraglide/messages.js";
import { useDirectory } from "../../../../session/directory.tsx";
import { useDraft } from "../../composer/use-draft.ts";

type Why = "closed" | "notYours" | "windowShut";
type WriteNoticeProps = { ticket: TicketView; why: Why };

/**
 * Replaces the composer with the reason why the user cannot write. The header has the button to reopen; only the
 * assignee can transfer a colleague's ticket.
 */
export function WriteNotice({ ticket, why }: WriteNoticeProps) {
  const { users } = useDirectory();
  const draft = useDraft(ticket.id);
  const assignee = users.get(ticket.userId ?? "");
  const sentences: Record<Why, () => string> = {
    closed: m.tickets_closed_notice,
    notYours: () => (assignee ? m.tickets_not_yours({ name: assignee.name }) : m.tickets_not_yours_nobody()),
    windowShut: () =>
      [m.tickets_window_shut({ name: ticket.contactName }), draft.text && m.tickets_window_kept()]
        .filter(Boolean)
        .join(" "),
  };
  const Sign = why === "windowShut" ? Hourglass : Lock;
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-3 border-line border-t bg-surface px-4 py-3 text-ink-2">
      <Sign aria-hidden="true" size={16} className="shrink-0" />
      <span className="min-w-0 flex-1">{sentences[why]()}</span>
    </div>
  );
}
