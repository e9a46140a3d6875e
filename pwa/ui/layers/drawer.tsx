import { DialogBackdrop, DialogPanel, DialogTitle } from "@headlessui/react";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { m } from "../../i18n/paraglide/messages.js";
import { classNames } from "../class-names.ts";
import { IconButton } from "../icon-button.tsx";
import { Layer } from "./layer.tsx";
import { useSystemBack } from "./use-system-back.ts";

type DrawerProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  /** As a pane it stands beside the page; otherwise it lies above it and takes the focus. */
  asPane: boolean;
  children: ReactNode;
};

/** Draws a drawer, 320 px wide, at the right edge, as a pane or as a layer. */
export function Drawer({ open, onClose, title, asPane, children }: DrawerProps) {
  useSystemBack(open && asPane, onClose);
  if (asPane) {
    if (!open) return null;
    return (
      <aside aria-label={title} className="flex w-(--drawer) shrink-0 flex-col border-line border-l bg-surface">
        <Head title={<h2 className="text-lg">{title}</h2>} onClose={onClose} />
        <div className="min-h-0 flex-1 overflow-y-auto">{children}</div>
      </aside>
    );
  }
  const slide = "transition duration-base ease-out starting:opacity-0";
  return (
    <Layer open={open} onClose={onClose} className="relative z-drawer">
      <DialogBackdrop className={classNames("fixed inset-0 bg-scrim", slide)} />
      <DialogPanel
        className={classNames(
          "fixed inset-y-0 right-0 flex w-(--drawer) max-w-[calc(100vw-2rem)] flex-col bg-surface pt-[env(safe-area-inset-top)] pb-[env(safe-area-inset-bottom)] shadow-float",
          slide,
          "starting:translate-x-2",
        )}
      >
        <Head title={<DialogTitle className="text-lg">{title}</DialogTitle>} onClose={onClose} />
        <div className="min-h-0 flex-1 overflow-y-auto">{children}</div>
      </DialogPanel>
    </Layer>
  );
}

function Head({ title, onClose }: { title: ReactNode; onClose: () => void }) {
  return (
    <div className="flex h-15 shrink-0 items-center gap-2 border-line border-b pr-3 pl-4">
      <div className="min-w-0 flex-1">{title}</div>
      <IconButton label={m.ui_close()} icon={<X size={18} />} onClick={onClose} />
    </div>
  );
}
