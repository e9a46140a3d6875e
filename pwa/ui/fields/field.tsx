import { Description, Field as HeadlessField, Label } from "@headlessui/react";
import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "../class-names.ts";

export type FieldProps = {
  label: string;
  /** Marks the field as required, for the eye only: its problem says so to everybody. */
  required?: boolean;
  /** Hides the label but keeps it for screen readers; only where the context already names the field. */
  hideLabel?: boolean;
  hint?: string;
  /** Replaces the hint. */
  error?: ReactNode;
  disabled?: boolean;
  className?: string;
};

/** Draws a label, the control below it, then the hint or the error. */
export function Field(props: FieldProps & { children: ReactNode; labelEnd?: ReactNode }) {
  const { label, required = false, hideLabel = false, hint, error, disabled, className, children, labelEnd } = props;
  return (
    <HeadlessField disabled={disabled} className={classNames("flex min-w-0 flex-col gap-1.25", className)}>
      <span className={classNames("flex items-center justify-between gap-2", hideLabel && "sr-only")}>
        <Label className="font-medium text-ink-2 text-xs">
          {label}
          {required && <span aria-hidden="true"> *</span>}
        </Label>
        {labelEnd}
      </span>
      {children}
      {error ? (
        <Description className="flex items-center gap-1.25 text-danger-ink text-xs">
          <CircleAlert aria-hidden="true" size={13} className="shrink-0" />
          {error}
        </Description>
      ) : (
        hint && <Description className="text-ink-3 text-xs">{hint}</Description>
      )}
    </HeadlessField>
  );
}

/** Returns the class names of the box around a text or selection control. */
export function boxClass({ error, large }: { error?: ReactNode; large?: boolean }): string {
  return classNames(
    "flex min-w-0 items-center gap-2 bg-surface text-ink in-[[role=dialog]]:bg-raised",
    large ? "h-11 rounded-md px-3.5 text-md" : "min-h-(--control) rounded-md px-2.5 text-base",
    error ? "danger-ring" : "field-ring",
    "focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-focus",
    "has-disabled:bg-sunken has-disabled:text-ink-3 has-disabled:control-ring",
    "[&>svg]:shrink-0 [&>svg]:text-ink-3",
  );
}

export const inputClass =
  "min-w-0 flex-1 self-stretch bg-transparent text-inherit outline-none placeholder:text-ink-3 read-only:text-ink-2 disabled:cursor-not-allowed touch:text-lg";
