import { Copy } from "lucide-react";
import { type BegunDraft, type OutboxEntry, withDependants } from "../../../../sync/client/index.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { useDesk, useObservable } from "../../../session/desk.tsx";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/layers/dialog.tsx";
import { toast } from "../../../ui/toasts/toast.tsx";
import { lostTexts } from "./outbox-groups.ts";
import { commandText } from "./shown-command.tsx";

type DiscardDialogProps = {
  entries: readonly OutboxEntry[];
  name: string | null;
  open: boolean;
  onClose: () => void;
  /** Called when all of them are gone. */
  onDiscarded?: () => void;
};

const nothing: OutboxEntry[] = [];
/** A recording has no text. */
export const draftText = (draft: BegunDraft | undefined) => (draft && "text" in draft ? draft.text : "");
const noDrafts: ReadonlyMap<string, BegunDraft> = new Map();

export const discardLabel = (count: number) =>
  count === 1 ? m.tickets_discard() : m.tickets_outbox_discard_many({ count });

/**
 * Asks for confirmation before entries are discarded, and shows the texts that would be lost. What depends on a
 * discarded creation goes with it, and the draft of a conversation that was created here.
 */
export function DiscardDialog({ entries: chosen, name, open, onClose, onDiscarded }: DiscardDialogProps) {
  const desk = useDesk();
  const all = useObservable(() => (open ? desk.outbox$() : null), [desk, open], nothing);
  const drafts = useObservable(() => (open ? desk.drafts$() : null), [desk, open], noDrafts);
  const isChosen = new Set(chosen.map(({ id }) => id));
  const entries = withDependants(
    all,
    all.filter(({ id }) => isChosen.has(id)),
  );
  const made = entries.filter(({ type }) => type === "ticket.create");
  const texts = [...lostTexts(entries), ...made.map(({ id }) => draftText(drafts.get(id))).filter(Boolean)];
  const [first] = chosen;

  /**
   * Discards the newest entry first, so that no entry is sent without the one it depends on. Some may have been sent
   * while the dialog was open.
   */
  async function discard() {
    onClose();
    const gone: boolean[] = [];
    for (const { id } of chosen.toReversed()) gone.push(await desk.discard(id));
    if (gone.includes(false)) toast.error(m.tickets_outbox_discard_late());
    else onDiscarded?.();
  }

  const count = Math.max(entries.length, chosen.length);
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
