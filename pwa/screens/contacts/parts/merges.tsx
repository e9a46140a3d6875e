import { Undo2 } from "lucide-react";
import { useState } from "react";
import { moment } from "../../../i18n/full-dates.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { maskPhone } from "../../../i18n/phone-number.ts";
import { useSyncStatus } from "../../../session/desk.tsx";
import { useServerData } from "../../../session/server-data/use-server-data.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { toast } from "../../../ui/toasts/toast.tsx";
import { CallDialog } from "../../lists/index.ts";
import { type Merge, mergeCalls, readMerges } from "./merge-calls.ts";

type MergesProps = {
  contactId: string;
  /** Wraps the list in the caller's section and heading. */
  frame: (list: React.ReactNode) => React.ReactNode;
  onUndone?: () => void;
};

/**
 * Lists the contacts merged into a contact, with a button to undo each merge. Renders nothing while the list is empty
 * or not loaded.
 */
export function Merges({ contactId, frame, onUndone }: MergesProps) {
  const found = useServerData(`/contacts/${contactId}/merges`, readMerges);
  const { linkUp } = useSyncStatus();
  const [undoing, setUndoing] = useState<Merge | null>(null);
  if (!found.data || found.data.length === 0) return null;
  return (
    <>
      {frame(
        <ul className="flex flex-col gap-1">
          {found.data.map((merge) => (
            <li key={merge.id} className="flex min-h-8 items-center gap-2 text-xs">
              <span className="min-w-0 flex-1">
                <span className="block font-medium text-ink text-sm [overflow-wrap:anywhere]">
                  {merge.name}
                  {merge.number && <span className="text-ink-2 tabular-nums"> {maskPhone(merge.number)}</span>}
                </span>
                <span className="block text-ink-3">{byWhom(merge)}</span>
              </span>
              {merge.canUndo && (
                <IconButton
                  label={m.contacts_merge_undo_of({ name: merge.name })}
                  icon={<Undo2 size={16} />}
                  disabled={!linkUp}
                  onClick={() => setUndoing(merge)}
                />
              )}
            </li>
          ))}
        </ul>,
      )}
      {undoing && (
        <CallDialog
          title={m.contacts_merge_undo_title({ name: undoing.name })}
          confirmLabel={m.contacts_merge_undo()}
          danger={false}
          onConfirm={() => mergeCalls.undo(undoing.id)}
          onDone={() => {
            toast.success(m.contacts_merge_undone());
            setUndoing(null);
            found.again();
            onUndone?.();
          }}
          onClose={() => setUndoing(null)}
        >
          {m.contacts_merge_undo_text({ name: undoing.name })}
        </CallDialog>
      )}
    </>
  );
}

function byWhom({ user, at }: Merge): string {
  const when = moment(at);
  return user ? m.contacts_merged_by({ name: user.name, when }) : m.contacts_merged_by_channel({ when });
}
