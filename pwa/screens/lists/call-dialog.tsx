import type { ReactNode } from "react";
import { useCall } from "../../session/server-data/use-call.ts";
import { ConfirmDialog } from "../../ui/layers/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";

type CallDialogProps = {
  title: string;
  confirmLabel: string;
  /** False when the confirmed action destroys nothing. */
  danger?: boolean;
  onConfirm: () => Promise<unknown>;
  /** Interprets a refusal for this screen; null: the common interpretation. */
  refused?: (error: unknown) => string | null;
  /** Called after the call has succeeded. */
  onDone?: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** Asks before a call to the server, and stays open with the reason when it fails. */
export function CallDialog({ title, confirmLabel, danger, onConfirm, refused, ...props }: CallDialogProps) {
  const { onDone, onClose, children } = props;
  const { busy, failure, call } = useCall(refused);
  async function handleConfirm() {
    if (await call("confirm", onConfirm)) onDone?.();
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => void handleConfirm()}
      title={title}
      confirmLabel={confirmLabel}
      danger={danger}
      busy={busy !== null && confirmLabel}
    >
      {children}
      {failure && (
        <Notice tone="danger" className="mt-3">
          {failure}
        </Notice>
      )}
    </ConfirmDialog>
  );
}
