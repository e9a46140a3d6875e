import { useState } from "react";
import { m } from "../../../i18n/paraglide/messages.js";
import { maskPhone } from "../../../i18n/phone-number.ts";
import { failureText } from "../../../session/failure-text.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { classNames } from "../../../ui/class-names.ts";
import { toast } from "../../../ui/toasts/toast.tsx";
import { CallDialog } from "../../lists/index.ts";
import { mergeCalls } from "../parts/merge-calls.ts";

export type MergedContact = { id: string; name: string; number: string };
type MergeDialogProps = {
  /** The first contact's name and number stay unless the user chooses the other. */
  pair: readonly [MergedContact, MergedContact];
  onMerged: () => void;
  onClose: () => void;
};

/** Asks which name and number stay, and describes what happens to the other data. */
export function MergeDialog({ pair, onMerged, onClose }: MergeDialogProps) {
  const [one, other] = pair;
  const [leading, setLeading] = useState(one);
  async function handleMerge() {
    const second = leading.id === one.id ? other : one;
    const mergeId = await mergeCalls.merge(leading.id, second.id);
    toast.success(m.contacts_merged({ name: leading.name, other: second.name }), {
      action: mergeId ? { label: m.contacts_merge_undo(), onSelect: () => void undo(mergeId) } : undefined,
    });
  }
  return (
    <CallDialog
      title={m.contacts_merge_title({ name: one.name, other: other.name })}
      confirmLabel={m.contacts_merge()}
      danger={false}
      onConfirm={handleMerge}
      onDone={onMerged}
      onClose={onClose}
    >
      <p>{m.contacts_merge_text()}</p>
      <fieldset className="mt-3 flex flex-col gap-1.5">
        <legend className="mb-1.5 font-medium text-ink text-sm">{m.contacts_merge_leading()}</legend>
        {pair.map((contact) => (
          <label
            key={contact.id}
            className={classNames(
              "line-ring flex min-h-11 cursor-pointer items-center gap-2.5 rounded-lg px-3 py-1.5 text-ink",
              contact.id === leading.id && "bg-hover",
            )}
          >
            <input
              type="radio"
              name="leading"
              className="size-4 shrink-0 accent-primary"
              checked={contact.id === leading.id}
              onChange={() => setLeading(contact)}
            />
            <Avatar id={contact.id} name={contact.name} size={32} />
            <span dir="auto" className="min-w-0 flex-1 [overflow-wrap:anywhere]">
              {contact.name}
            </span>
            <span className="whitespace-nowrap text-ink-2 text-sm tabular-nums">
              {contact.number ? maskPhone(contact.number) : "—"}
            </span>
          </label>
        ))}
      </fieldset>
    </CallDialog>
  );
}

async function undo(mergeId: string): Promise<void> {
  try {
    await mergeCalls.undo(mergeId);
    toast.success(m.contacts_merge_undone());
  } catch (error) {
    toast.error(failureText(error), { durationMs: 8_000 });
  }
}
