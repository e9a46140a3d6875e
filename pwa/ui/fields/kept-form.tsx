import { History } from "lucide-react";
import { m } from "../../i18n/paraglide/messages.js";
import { Button } from "../button.tsx";

/** A form whose values stay on this device when its dialog is closed. */
export type KeptForm = {
  isChanged: boolean;
  /** The form began with values of an earlier time. */
  isRestored: boolean;
  /** Sentences about what was not kept: files that a reload has lost, passwords. */
  missing?: readonly string[];
  /** Empties the form; the toast can bring the values back. */
  discard: () => void;
};

/** Shown above a form that continues where it was left, and says what is missing there. */
export function RestoredNotice({ kept }: { kept: KeptForm }) {
  if (!kept.isRestored || !kept.isChanged) return null;
  return (
    <div
      role="status"
      className="mb-4 flex flex-wrap items-center gap-x-2 gap-y-1 rounded-md bg-warn-soft py-1 pr-1 pl-3 text-on-warn-soft text-sm"
    >
      <History aria-hidden="true" size={15} className="shrink-0" />
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        {[m.ui_draft_restored(), ...(kept.missing ?? [])].join(" ")}
      </span>
      <Button kind="ghost" size="small" onClick={kept.discard}>
        {m.ui_clear()}
      </Button>
    </div>
  );
}

/** "Cancelar": discards what was typed, with a way back in the toast. Closing in any other way keeps it. */
export function LeaveButton({ kept, onClose }: { kept: KeptForm; onClose: () => void }) {
  return (
    <Button
      onClick={() => {
        if (kept.isChanged) kept.discard();
        onClose();
      }}
    >
      {m.ui_cancel()}
    </Button>
  );
}
