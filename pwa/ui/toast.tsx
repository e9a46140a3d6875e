import { Check, CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Toaster as SonnerToaster, toast as sonner } from "sonner";
import { m } from "../i18n/paraglide/messages.js";
import { Button } from "./button.tsx";

type ToastOptions = { action?: { label: string; onSelect: () => void }; id?: string; durationMs?: number };

/** The specification closes errors after 2 s; what can be answered stays longer. */
const PLAIN_MS = 2000;
const WITH_ACTION_MS = 8000;

function show(icon: ReactNode, text: string, { action, id, durationMs }: ToastOptions, role: "status" | "alert") {
  return sonner.custom(
    (toastId) => (
      <div
        role={role}
        className="flex min-h-11 w-full items-center gap-2.5 rounded-lg bg-raised py-2 pr-2.5 pl-3.5 font-sans text-ink text-sm shadow-float sm:w-90 forced-colors:border"
      >
        {icon}
        <span className="min-w-0 flex-1">{text}</span>
        {action && (
          <Button
            kind="ghost"
            size="small"
            className="text-primary-ink"
            onClick={() => {
              action.onSelect();
              sonner.dismiss(toastId);
            }}
          >
            {action.label}
          </Button>
        )}
      </div>
    ),
    { id, duration: durationMs ?? (action ? WITH_ACTION_MS : PLAIN_MS) },
  );
}

/** One line at the lower right. Never for what the screen already shows, and never a failure alone. */
export const toast = {
  success: (text: string, options: ToastOptions = {}) =>
    show(<Check aria-hidden="true" size={17} className="shrink-0 text-ink-2" />, text, options, "status"),
  error: (text: string, options: ToastOptions = {}) =>
    show(<CircleAlert aria-hidden="true" size={17} className="shrink-0 text-danger-ink" />, text, options, "alert"),
  dismiss: (id?: string | number) => sonner.dismiss(id),
};

export function Toaster() {
  return (
    <SonnerToaster
      position="bottom-right"
      containerAriaLabel={m.ui_notifications()}
      offset={16}
      mobileOffset={{ bottom: 92, left: 12, right: 12 }}
      visibleToasts={3}
      className="z-toast!"
      toastOptions={{ unstyled: true }}
    />
  );
}
