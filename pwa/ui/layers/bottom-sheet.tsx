import { DialogBackdrop, DialogPanel, DialogTitle } from "@headlessui/react";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { m } from "../../i18n/paraglide/messages.js";
import { classNames } from "../class-names.ts";
import { IconButton } from "../icon-button.tsx";
import { Layer } from "./layer.tsx";

type BottomSheetProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  /** A picture before the title. */
  picture?: ReactNode;
  /** A line under the title. */
  subtitle?: ReactNode;
  /** Replaces the close button; the foot must close the sheet then. */
  headAction?: ReactNode;
  /** Stays visible while the rest scrolls. */
  foot?: ReactNode;
  children: ReactNode;
};

const move = "transition duration-slow ease-out";

/** Draws the actions or details of one item at the lower edge of a phone, within reach of the thumb. */
export function BottomSheet({ open, onClose, title, picture, subtitle, headAction, foot, children }: BottomSheetProps) {
  return (
    <Layer open={open} onClose={onClose} className="relative z-dialog">
      <DialogBackdrop className={classNames("fixed inset-0 bg-scrim starting:opacity-0", move)} />
      <div className="pointer-events-none fixed inset-0 flex items-end justify-center">
        <DialogPanel
          className={classNames(
            "pointer-events-auto flex max-h-[92dvh] short:max-h-full w-full short:overflow-y-auto max-w-120 flex-col rounded-t-[1.25rem] bg-raised pt-2 pb-[env(safe-area-inset-bottom)] text-base shadow-float starting:translate-y-2 starting:opacity-0 forced-colors:border",
            move,
          )}
        >
          <span aria-hidden="true" className="mx-auto mb-1.5 h-1 w-9 shrink-0 rounded-full bg-line-strong" />
          <div className="flex shrink-0 items-center gap-3 py-1.5 pr-3 pl-5">
            {picture}
            <div className="min-w-0 flex-1">
              <DialogTitle dir="auto" className="text-xl [overflow-wrap:anywhere]">
                {title}
              </DialogTitle>
              {subtitle && (
                <p className="flex min-w-0 flex-wrap items-center gap-1.5 text-base text-ink-2">{subtitle}</p>
              )}
            </div>
            {headAction ?? (
              <IconButton
                label={m.ui_close()}
                icon={<X size={20} />}
                size="large"
                onClick={onClose}
                className="shrink-0"
              />
            )}
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain short:flex-none short:overflow-visible">
            {children}
          </div>
          {foot && <div className="shrink-0 px-5 pt-2 pb-4">{foot}</div>}
        </DialogPanel>
      </div>
    </Layer>
  );
}
