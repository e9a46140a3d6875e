import { useState } from "react";
import { m } from "../i18n/paraglide/messages.js";
import { pendingBeforeSignOut, signOut } from "../session/session.ts";
import { ConfirmDialog } from "../ui/dialog.tsx";

/** Returns the sign-out function; it asks first while actions are stored only on this device. */
export function useSignOut() {
  const [waiting, setWaiting] = useState(0);
  async function ask() {
    const count = await pendingBeforeSignOut();
    if (count > 0) setWaiting(count);
    else await signOut();
  }
  const question = (
    <ConfirmDialog
      open={waiting > 0}
      title={m.shell_pending_title()}
      confirmLabel={m.shell_sign_out_anyway()}
      cancelLabel={m.shell_stay()}
      danger={false}
      onClose={() => setWaiting(0)}
      onConfirm={() => {
        setWaiting(0);
        void signOut();
      }}
    >
      {m.shell_pending_text({ count: waiting })}
    </ConfirmDialog>
  );
  return { ask: () => void ask(), question };
}
