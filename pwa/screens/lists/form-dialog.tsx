import { type ReactNode, useEffect, useRef, useState } from "react";
import { m } from "../../i18n/paraglide/messages.js";
import { useSyncStatus } from "../../session/desk.tsx";
import { Button } from "../../ui/button.tsx";
import { LeaveButton } from "../../ui/fields/kept-form.tsx";
import { Dialog, type DialogProps } from "../../ui/layers/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { toast } from "../../ui/toasts/toast.tsx";
import type { Form } from "./use-form.ts";

type FormDialogProps<Values extends object> = Pick<DialogProps, "title" | "size" | "onClose"> & {
  form: Form<Values>;
  /** Text of the toast after saving; null where the screen confirms in another way. */
  saved: string | null;
  saveLabel?: string;
  /** The form is saved through the outbox and needs no network. */
  worksOffline?: boolean;
  /** Shown left of the buttons. */
  footer?: ReactNode;
  children: ReactNode;
};

/** Draws a dialog to add or edit: Enter saves, a refusal stays visible. */
export function FormDialog<Values extends object>(props: FormDialogProps<Values>) {
  const { title, size, onClose, form, saved, saveLabel, worksOffline = false, footer, children } = props;
  const { linkUp } = useSyncStatus();
  const fields = useRef<HTMLFormElement>(null);
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    if (refusals > 0) fields.current?.querySelector<HTMLElement>("[aria-invalid='true']")?.focus();
  }, [refusals]);

  async function handleSave() {
    if (!(await form.submit())) return setRefusals((count) => count + 1);
    if (saved) toast.success(saved);
    onClose();
  }

  const cannotSave = !linkUp && !worksOffline;
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      size={size}
      kept={form.kept}
      footer={
        <>
          {footer && <span className="mr-auto">{footer}</span>}
          <LeaveButton kept={form.kept} onClose={onClose} />
          <Button
            kind="primary"
            busy={form.isBusy && m.ui_saving()}
            disabled={cannotSave}
            onClick={() => void handleSave()}
          >
            {saveLabel ?? m.ui_save()}
          </Button>
        </>
      }
    >
      <form
        ref={fields}
        className="flex flex-col gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!cannotSave) void handleSave();
        }}
      >
        {cannotSave && <Notice tone="warn">{m.lists_offline()}</Notice>}
        {form.failure && <Notice tone="danger">{form.failure}</Notice>}
        {children}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </form>
    </Dialog>
  );
}
