import { Dialog as HeadlessDialog } from "@headlessui/react";
import type { ReactNode } from "react";
import { useSystemBack } from "./use-system-back.ts";

type LayerProps = {
  open: boolean;
  /** Called by Escape, a click outside and the system's "back". */
  onClose: () => void;
  role?: "dialog" | "alertdialog";
  "aria-label"?: string;
  className: string;
  children: ReactNode;
};

/** The base of everything that lies above the page and takes the focus: dialogs, sheets, drawers, the menu. */
export function Layer({ open, onClose, ...props }: LayerProps) {
  useSystemBack(open, onClose);
  return <HeadlessDialog open={open} onClose={onClose} {...props} />;
}
