import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { m } from "../../i18n/paraglide/messages.js";
import { Button, type ButtonKind, type ControlSize } from "../button.tsx";
import { Popover } from "../layers/popover.tsx";
import { Checkbox } from "./toggles.tsx";

type ChoiceFilterProps = {
  label: string;
  /** The button's text while nothing is chosen; the label by default. */
  allText?: string;
  choices: readonly { id: string; name: string }[];
  value: readonly string[];
  onChange: (ids: string[]) => void;
  /** The button's kind while nothing is chosen. */
  kind?: ButtonKind;
  size?: ControlSize;
  icon?: ReactNode;
};

/** Draws a filter with multiple choices behind a button that shows how many are chosen. */
export function ChoiceFilter(props: ChoiceFilterProps) {
  const { label, allText = label, choices, value, onChange, kind = "plain", size = "normal", icon } = props;
  return (
    <Popover
      label={label}
      side="bottom start"
      className="[--anchor-max-height:20rem] min-w-56 overflow-y-auto"
      button={
        <Button kind={value.length > 0 ? "soft" : kind} size={size} icon={icon}>
          {value.length > 0 ? `${label}: ${value.length}` : allText}
          <ChevronDown aria-hidden="true" size={13} />
        </Button>
      }
    >
      <fieldset className="flex flex-col gap-1.5">
        <legend className="sr-only">{label}</legend>
        {choices.length === 0 && <p className="text-ink-3">{m.ui_none_found()}</p>}
        {choices.map((choice) => (
          <Checkbox
            key={choice.id}
            label={choice.name}
            checked={value.includes(choice.id)}
            onChange={(on) => onChange(on ? [...value, choice.id] : value.filter((id) => id !== choice.id))}
          />
        ))}
      </fieldset>
    </Popover>
  );
}
