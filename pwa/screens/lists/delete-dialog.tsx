import type { ReactNode } from "react";
import { m } from "../../i18n/paraglide/messages.js";
import { useCall } from "../../session/use-call.ts";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { toast } from "../../ui/toast.tsx";

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
  const { busy, failure, call } = useCall();
  async function handleConfirm() {
    if (!(await call("delete", onDelete))) return;
    toast.success(deleted);
    onClose();
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => void handleConfirm()}
      title={m.lists_delete_title({ name })}
      confirmLabel={m.ui_delete()}
      busy={busy !== null && m.ui_delete()}
    >
      {m.ui_delete_question()}
      {children && <div className="mt-2">{children}</div>}
      {failure && (
        <Notice tone="danger" className="mt-3">
          {failure}
        </Notice>
      )}
    </ConfirmDialog>
  );
}
