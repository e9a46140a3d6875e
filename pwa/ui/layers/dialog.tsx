import { DialogBackdrop, DialogPanel, DialogTitle } from "@headlessui/react";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { m } from "../../i18n/paraglide/messages.js";
import { Button } from "../button.tsx";
import { classNames } from "../class-names.ts";
import { type KeptForm, RestoredNotice } from "../fields/kept-form.tsx";
import { IconButton } from "../icon-button.tsx";
import { Layer } from "./layer.tsx";
import { SystemBack } from "./use-system-back.ts";

const widths = { small: "sm:max-w-[480px]", medium: "sm:max-w-[720px]", large: "sm:max-w-[860px]" };
const fade = "transition duration-base ease-out starting:opacity-0";

export type DialogProps = {
  open: boolean;
  onClose: () => void;
  /** One step back inside the dialog, present while there is one: it comes before `onClose`, as a layer of its own. */
  onBack?: () => void;
  title: string;
  size?: keyof typeof widths;
  /** The form inside, which stays on this device when the dialog closes. */
  kept?: KeptForm;
  /** Right of the title: the status of the edited record. */
  headEnd?: ReactNode;
  footer?: ReactNode;
  children: ReactNode;
};

/**
 * Draws a dialog; on phones it fills the screen. Only the body scrolls; in a short window the whole dialog does, because
 * head and foot would leave no room. Closing it never asks.
 */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, size = "small", kept, headEnd, footer, children } = props;
  const { onBack } = props;
  return (
    <Layer open={open} onClose={onClose} className="relative z-dialog">
      <SystemBack open={onBack !== undefined} onBack={() => onBack?.()} />
      <DialogBackdrop className={classNames("fixed inset-0 bg-scrim", fade)} />
      {/* One cell of the window's size: a tall or wide panel scrolls inside instead of growing out of it. */}
      <div className="fixed inset-0 grid grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)] place-items-center sm:p-6 short:block short:overflow-y-auto">
        <DialogPanel
          className={classNames(
            "flex h-full w-full flex-col bg-raised pt-[env(safe-area-inset-top)] shadow-float forced-colors:border",
            "sm:h-auto sm:max-h-full sm:rounded-xl sm:pt-0",
            "short:mx-auto short:h-auto! short:max-h-none! short:min-h-full",
            fade,
            "starting:translate-y-2",
            widths[size],
          )}
        >
          <div className="flex items-center gap-2 pt-4 pr-4 pb-3 pl-4 sm:pl-6">
            <DialogTitle className="min-w-0 flex-1 text-xl tracking-tight">{title}</DialogTitle>
            {headEnd}
            <IconButton label={m.ui_close()} icon={<X size={18} />} onClick={onClose} />
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto px-4 pt-1 pb-5 sm:px-6 short:overflow-visible">
            {kept && <RestoredNotice kept={kept} />}
            {children}
          </div>
          {footer && (
            <div className="flex items-center justify-end gap-2 border-line border-t short:flex-wrap px-4 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:px-6">
              {footer}
            </div>
          )}
        </DialogPanel>
      </div>
    </Layer>
  );
}

export type ConfirmDialogProps = {
  open: boolean;
  onClose: () => void;
  onConfirm: () => void;
  title: string;
  children: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  /** False when the confirmed action destroys nothing. */
  danger?: boolean;
  busy?: string | false;
};

/** Asks before an action that cannot be undone; the focus starts on the button that cancels. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onClose, onConfirm, title, children, confirmLabel, cancelLabel, danger = true, busy } = props;
  return (
    <Layer open={open} onClose={onClose} role="alertdialog" className="relative z-dialog">
      <DialogBackdrop className={classNames("fixed inset-0 bg-scrim", fade)} />
      <div className="fixed inset-0 grid grid-cols-[minmax(0,1fr)] place-items-center overflow-y-auto p-4">
        <DialogPanel
          className={classNames(
            "w-full max-w-[440px] rounded-xl bg-raised p-4 shadow-float forced-colors:border",
            fade,
          )}
        >
          <DialogTitle className="text-md">{title}</DialogTitle>
          <div className="mt-1 mb-4 text-ink-2">{children}</div>
          <div className="flex justify-end gap-2">
            <Button autoFocus onClick={onClose}>
              {cancelLabel ?? m.ui_cancel()}
            </Button>
            <Button kind={danger ? "danger" : "primary"} onClick={onConfirm} busy={busy}>
              {confirmLabel}
            </Button>
          </div>
        </DialogPanel>
      </div>
    </Layer>
  );
}
