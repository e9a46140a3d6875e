import { Description, Field, Switch as HeadlessSwitch, Label } from "@headlessui/react";
import { SwitchKnob, switchClass } from "./toggles.tsx";

type SwitchRowProps = {
  label: string;
  /** One sentence that says what the switch does. */
  note?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
};

/** Draws a switch with a name and a sentence at its left; the whole row is the target. */
export function SwitchRow({ label, note, checked, onChange, disabled }: SwitchRowProps) {
  return (
    <Field disabled={disabled} className="flex min-h-9 items-center gap-4 touch:min-h-11">
      <Label className="min-w-0 flex-1 cursor-pointer">
        <span className="block font-medium">{label}</span>
        {note && <Description className="block text-ink-3 text-xs">{note}</Description>}
      </Label>
      <HeadlessSwitch checked={checked} onChange={onChange} className={switchClass}>
        <SwitchKnob />
      </HeadlessSwitch>
    </Field>
  );
}
