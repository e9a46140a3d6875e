import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

const tones = {
  info: "bg-info-soft text-on-info-soft",
  success: "bg-success-soft text-on-success-soft",
  warn: "bg-warn-soft text-on-warn-soft",
  danger: "bg-danger-soft text-on-danger-soft",
  note: "bg-note-soft text-on-note-soft",
};

type NoticeProps = {
  tone: keyof typeof tones;
  icon?: ReactNode;
  children: ReactNode;
  actions?: ReactNode;
  className?: string;
};

/** Draws a notice inside a page for as long as it applies. A danger is announced at once. */
export function Notice({ tone, icon, children, actions, className }: NoticeProps) {
  return (
    <div
      role={tone === "danger" ? "alert" : "status"}
      className={classNames("flex gap-2.5 rounded-lg px-3 py-2.5 text-sm", tones[tone], className)}
    >
      {icon && <span className="mt-0.5 shrink-0">{icon}</span>}
      <div className="min-w-0 flex-1">
        {children}
        {actions && <div className="mt-2 flex flex-wrap gap-2">{actions}</div>}
      </div>
    </div>
  );
}

/**
 * Draws a strip at the top of the sheet, for the network status only. Dashed below when changes stay on this device.
 */
export function Strip(props: {
  tone: "offline" | "danger";
  icon?: ReactNode;
  children: ReactNode;
  action?: ReactNode;
}) {
  const { tone, icon, children, action } = props;
  return (
    <div
      role="status"
      data-strip
      data-kept="no"
      className={classNames(
        "flex min-h-9 shrink-0 items-center gap-2.5 px-4 py-1 text-sm",
        tone === "offline"
          ? "is-queued border-on-warn-soft/55 border-b-[1.5px] border-dashed bg-warn-soft text-on-warn-soft"
          : "bg-danger-soft text-on-danger-soft",
      )}
    >
      {icon}
      <span className="min-w-0 flex-1">{children}</span>
      {action}
    </div>
  );
}
