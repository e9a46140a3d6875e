import { ArrowRightLeft } from "lucide-react";
import { m } from "../../i18n/paraglide/messages.js";
import { useDirectory } from "../../session/directory.tsx";
import { discardDraft, useFormDraft } from "../../session/use-form-draft.ts";
import { Button } from "../../ui/button.tsx";
import { begunForm } from "./begun-forms.ts";

/** Shown above the composer while a transfer is begun and not sent. */
export function TransferBar({ ticketId, onGoOn }: { ticketId: string; onGoOn: () => void }) {
  const name = begunForm("transfer", ticketId);
  const draft = useFormDraft(name);
  const { queues, users } = useDirectory();
  if (!draft) return null;
  const to = [queues.get(String(draft.queueId))?.name, users.get(String(draft.userId))?.name]
    .filter(Boolean)
    .join(", ");
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-2.5 gap-y-1 border-line border-t bg-surface px-4 py-2 text-sm max-sm:px-3"
    >
      <ArrowRightLeft aria-hidden="true" size={16} className="shrink-0 text-warn-ink" />
      <span className="min-w-40 flex-1 text-ink-2">
        {to ? m.tickets_transfer_begun_to({ to }) : m.tickets_transfer_begun()}
      </span>
      <Button size="small" onClick={onGoOn}>
        {m.ui_go_on()}
      </Button>
      <Button size="small" kind="ghost" onClick={() => discardDraft(name)}>
        {m.ui_discard()}
      </Button>
    </div>
  );
}
