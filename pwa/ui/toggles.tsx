import { Field, Checkbox as HeadlessCheckbox, Switch as HeadlessSwitch, Label } from "@headlessui/react";
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

type ToggleProps = {
  label: ReactNode;
  /** For a label that is drawn elsewhere. */
  hideLabel?: boolean;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  className?: string;
};

const rowClass = "flex min-h-6 items-center gap-2 touch:min-h-11";

export const switchClass =
  "group relative h-4.5 w-8 shrink-0 rounded-full bg-switch-off transition-colors duration-fast data-checked:bg-primary data-disabled:opacity-50 forced-colors:border";

export const SwitchKnob = () => (
  <span
    aria-hidden="true"
    className="absolute top-0.5 left-0.5 size-3.5 rounded-full bg-surface transition-transform duration-fast group-data-checked:translate-x-3.5 group-data-checked:bg-on-primary forced-colors:bg-[ButtonText]"
  />
);

/** Draws a switch; the whole row is the target. */
export function Switch({ label, hideLabel, checked, onChange, disabled, className }: ToggleProps) {
  return (
    <Field disabled={disabled} className={classNames(rowClass, className)}>
      <Label className={classNames("min-w-0 flex-1 cursor-pointer text-ink-2", hideLabel && "sr-only")}>{label}</Label>
      <HeadlessSwitch checked={checked} onChange={onChange} className={switchClass}>
        <SwitchKnob />
      </HeadlessSwitch>
    </Field>
  );
}

export function Checkbox({ label, hideLabel, checked, onChange, disabled, className }: ToggleProps) {
  return (
    <Field disabled={disabled} className={classNames(rowClass, className)}>
      <HeadlessCheckbox
        checked={checked}
        onChange={onChange}
        className="group grid size-4 shrink-0 cursor-pointer place-items-center rounded-xs border-[1.5px] border-field-line text-on-primary data-checked:border-primary data-checked:bg-primary data-disabled:opacity-50"
      >
        <Check aria-hidden="true" size={12} strokeWidth={2.6} className="invisible group-data-checked:visible" />
      </HeadlessCheckbox>
      <Label className={classNames("min-w-0 flex-1 cursor-pointer", hideLabel && "sr-only")}>{label}</Label>
    </Field>
  );
}
