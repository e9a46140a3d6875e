import { Copy } from "lucide-react";
import type { OutboxEntry } from "../../../sync/client/index.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { useDesk } from "../../session/desk.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { toast } from "../../ui/toast.tsx";
import { lostTexts } from "./outbox-groups.ts";
import { commandText } from "./parts/command-text.ts";

type DiscardDialogProps = { entries: readonly OutboxEntry[]; name: string | null; open: boolean; onClose: () => void };

export const discardLabel = (count: number) =>
  count === 1 ? m.tickets_discard() : m.tickets_outbox_discard_many({ count });

/** Asks for confirmation before entries are discarded, and shows the texts that would be lost. */
export function DiscardDialog({ entries, name, open, onClose }: DiscardDialogProps) {
  const desk = useDesk();
  const texts = lostTexts(entries);
  const [first] = entries;

  /**
   * Discards the newest entry first, so that no entry is sent without the one it depends on. Some may have been sent
   * while the dialog was open.
   */
  async function discard() {
    onClose();
    const gone: boolean[] = [];
    for (const { id } of entries.toReversed()) gone.push(await desk.discard(id));
    if (gone.includes(false)) toast.error(m.tickets_outbox_discard_late());
  }

  const count = entries.length;
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={() => void discard()}
      title={count > 1 && name ? m.tickets_outbox_discard_group({ count, name }) : m.tickets_outbox_discard_title()}
      confirmLabel={discardLabel(count)}
      cancelLabel={m.tickets_outbox_keep()}
    >
      {count === 1 && first
        ? m.tickets_outbox_discard_text({ what: commandText(first) })
        : m.tickets_outbox_discard_none_arrived()}
      {texts.length > 0 && (
        <>
          <ul className="line-ring mt-3 max-h-48 overflow-y-auto rounded-lg px-3 py-2 text-ink">
            {texts.map((text, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change while the dialog is open
              <li key={place} dir="auto">
                “{text}”
              </li>
            ))}
          </ul>
          <Button
            kind="ghost"
            size="small"
            icon={<Copy size={15} />}
            className="mt-2"
            onClick={() => void navigator.clipboard.writeText(texts.join("\n"))}
          >
            {m.tickets_outbox_copy()}
          </Button>
        </>
      )}
    </ConfirmDialog>
  );
}
