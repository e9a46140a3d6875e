import { Check, CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Toaster as SonnerToaster, toast as sonner } from "sonner";
import "sonner/dist/styles.css";
import { m } from "../../i18n/paraglide/messages.js";
import { Button } from "../button.tsx";
import { useMedia } from "../hooks/use-media.ts";
import type { ToastOptions } from "./toast.tsx";
import { toastMs } from "./toast-time.ts";

const WITH_ACTION_MS = 8000;

/** Shows one toast at a time: a newer one replaces the older one and its action. */
function show(icon: ReactNode, text: string, { action, id, durationMs }: ToastOptions, role: "status" | "alert") {
  sonner.dismiss();
  return sonner.custom(
    (toastId) => (
      <div
        role={role}
        className="flex min-h-10 w-full items-center gap-2.5 rounded-lg bg-raised py-1 pr-2.5 pl-3.5 font-sans text-ink text-sm shadow-float sm:w-max sm:max-w-105 forced-colors:border"
      >
        {icon}
        <span className="min-w-0 flex-1">{text}</span>
        {action && (
          <Button
            kind="ghost"
            size="small"
            className="pointer-events-auto text-primary-ink"
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
    { id, duration: durationMs ?? (action ? WITH_ACTION_MS : toastMs(role, location.pathname)) },
  );
}

export const toast = {
  success: (text: string, options: ToastOptions = {}) =>
    show(<Check aria-hidden="true" size={17} className="shrink-0 text-ink-2" />, text, options, "status"),
  error: (text: string, options: ToastOptions = {}) =>
    show(<CircleAlert aria-hidden="true" size={17} className="shrink-0 text-danger-ink" />, text, options, "alert"),
  dismiss: (id?: string | number) => sonner.dismiss(id),
};

/**
 * Places toasts in the top bar above the greeting; where there is less room, centred below the bar. tokens.css
 * defines where the bars end.
 */
export function Toaster() {
  const isWide = useMedia("(width >= 56.25rem)");
  return (
    <SonnerToaster
      position={isWide ? "top-left" : "top-center"}
      containerAriaLabel={m.ui_notifications()}
      offset={isWide ? { top: "0.25rem", left: "var(--toast-left)" } : { top: "calc(var(--topbar) + 0.5rem)" }}
      mobileOffset={{ top: "var(--toast-top-phone)", left: 12, right: 12 }}
      visibleToasts={1}
      className="z-toast!"
      // Below the top bar a toast covers tabs and fields for two seconds: presses pass through it, except on its
      // action.
      toastOptions={{ unstyled: true, className: "max-md:pointer-events-none" }}
    />
  );
}
