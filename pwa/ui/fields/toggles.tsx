import { Check } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useId } from "react";
import { classNames } from "../class-names.ts";

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

/** Returns the attributes of the button that is a switch or a checkbox; its label activates it. */
const toggle = ({ checked, onChange, disabled }: ToggleProps) =>
  ({
    type: "button",
    "data-checked": checked ? "" : undefined,
    "data-disabled": disabled ? "" : undefined,
    disabled,
    onClick: () => onChange(!checked),
  }) as const;

/** Enter in a form's checkbox sends the form, as in a text field. */
function sendFormOnEnter(event: KeyboardEvent<HTMLButtonElement>) {
  if (event.key !== "Enter") return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

/** Draws a switch; the whole row is the target. */
export function Switch(props: ToggleProps) {
  const { label, hideLabel, className } = props;
  const id = useId();
  return (
    <div className={classNames(rowClass, className)}>
      <label htmlFor={id} className={classNames("min-w-0 flex-1 cursor-pointer text-ink-2", hideLabel && "sr-only")}>
        {label}
      </label>
      <button {...toggle(props)} id={id} role="switch" aria-checked={props.checked} className={switchClass}>
        <SwitchKnob />
      </button>
    </div>
  );
}

export function Checkbox(props: ToggleProps) {
  const { label, hideLabel, className } = props;
  const id = useId();
  return (
    <div className={classNames(rowClass, className)}>
      {/* biome-ignore lint/a11y/useSemanticElements: a native box has no room for our check mark. */}
      <button
        {...toggle(props)}
        id={id}
        role="checkbox"
        aria-checked={props.checked}
        onKeyDown={sendFormOnEnter}
        className="group grid size-4 shrink-0 cursor-pointer place-items-center rounded-xs border-[1.5px] border-field-line text-on-primary data-checked:border-primary data-checked:bg-primary data-disabled:opacity-50"
      >
        <Check aria-hidden="true" size={12} strokeWidth={2.6} className="invisible group-data-checked:visible" />
      </button>
      <label htmlFor={id} className={classNames("min-w-0 flex-1 cursor-pointer", hideLabel && "sr-only")}>
        {label}
      </label>
    </div>
  );
}
