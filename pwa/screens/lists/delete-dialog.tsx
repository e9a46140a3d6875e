import type { ReactNode } from "react";
import { m } from "../../i18n/paraglide/messages.js";
import { toast } from "../../ui/toasts/toast.tsx";
import { CallDialog } from "./call-dialog.tsx";

type DeleteDialogProps = {
  /** The name of the deleted item, as users know it. */
  name: string;
  onDelete: () => Promise<unknown>;
  /** Interprets a refusal for this screen; null: the common interpretation. */
  refused?: (error: unknown) => string | null;
  onClose: () => void;
  /** Text of the toast after the deletion. */
  deleted: string;
  /** Names the further consequences of the deletion, where they are not obvious. */
  children?: ReactNode;
};

/** Asks before deleting, and stays open when it fails. */
export function DeleteDialog({ name, onDelete, refused, onClose, deleted, children }: DeleteDialogProps) {
  return (
    <CallDialog
      title={m.lists_delete_title({ name })}
      confirmLabel={m.ui_delete()}
      onConfirm={onDelete}
      refused={refused}
      onDone={() => {
        toast.success(deleted);
        onClose();
      }}
      onClose={onClose}
    >
      {m.ui_delete_question()}
      {children && <div className="mt-2">{children}</div>}
    </CallDialog>
  );
}
