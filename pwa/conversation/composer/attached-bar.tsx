import { X } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "../../ui/class-names.ts";
import { IconButton } from "../../ui/icon-button.tsx";

type AttachedBarProps = {
  icon: ReactNode;
  cancel: string;
  onCancel: () => void;
  danger?: boolean;
  children: ReactNode;
};

/** A line above the composer about the message being written, with a button that removes it. */
export function AttachedBar({ icon, cancel, onCancel, danger = false, children }: AttachedBarProps) {
  return (
    <div
      role={danger ? "alert" : undefined}
      className="flex items-center gap-2.5 border-line border-b py-1.5 pr-3 pl-4.5 text-ink-3"
    >
      <span aria-hidden="true" className="shrink-0">
        {icon}
      </span>
      <span
        className={classNames(
          "min-w-0 flex-1 border-l-3 pl-2.25 text-sm",
          danger ? "border-danger-mark" : "border-primary-ink",
        )}
      >
        {children}
      </span>
      <IconButton size="small" label={cancel} icon={<X size={16} />} onClick={onCancel} />
    </div>
  );
}
