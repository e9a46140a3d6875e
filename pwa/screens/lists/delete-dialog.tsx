import type { ReactNode } from "react";
import { m } from "../../i18n/paraglide/messages.js";
import { toast } from "../../ui/toast.tsx";
import { CallDialog } from "./call-dialog.tsx";

type DeleteDialogProps = {
  /** What is deleted, as people call it. */
  name: string;
  onDelete: () => Promise<unknown>;
  onClose: () => void;
  /** The toast once it is gone. */
  deleted: string;
  /** What goes with it, where that is not plain. */
  children?: ReactNode;
};

/** Asks before deleting, and stays while it fails. */
export function DeleteDialog({ name, onDelete, onClose, deleted, children }: DeleteDialogProps) {
  return (
    <CallDialog
      title={m.lists_delete_title({ name })}
      confirmLabel={m.ui_delete()}
      onConfirm={onDelete}
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
