import { m } from "../../i18n/paraglide/messages.js";
import { ConfirmDialog } from "../../ui/layers/dialog.tsx";

type SignOutQuestionProps = { waiting: number; onClose: () => void; onConfirm: () => void };

/** Asks before a sign-out while actions are stored only on this device. */
export function SignOutQuestion({ waiting, onClose, onConfirm }: SignOutQuestionProps) {
  return (
    <ConfirmDialog
      open={waiting > 0}
      title={m.shell_pending_title()}
      confirmLabel={m.shell_sign_out_anyway()}
      cancelLabel={m.shell_stay()}
      danger={false}
      onClose={onClose}
      onConfirm={onConfirm}
    >
      {m.shell_pending_text({ count: waiting })}
    </ConfirmDialog>
  );
}
