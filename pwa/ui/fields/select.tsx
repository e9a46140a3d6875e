import { ListboxOption } from "@headlessui/react";
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { m } from "../../i18n/paraglide/messages.js";
import { classNames } from "../class-names.ts";
import { floatingRowClass } from "../layers/menu-look.ts";
import { Field, type FieldProps } from "./field.tsx";
import { ListBox } from "./list-box.tsx";

export type SelectOption<Value> = {
  value: Value;
  label: string;
  /** After the label, in a lighter colour. */
  detail?: string;
  icon?: ReactNode;
  note?: string;
  disabled?: boolean;
};
export type SelectProps<Value> = FieldProps & {
  options: SelectOption<Value>[];
  value: Value | null;
  onChange: (value: Value) => void;
  placeholder?: string;
  large?: boolean;
};

export function Select<Value extends string | number>(props: SelectProps<Value>) {
  const { label, required, hideLabel, hint, error, disabled, className, options, value, onChange, placeholder, large } =
    props;
  const chosen = options.find((option) => option.value === value);
  return (
    <Field {...{ label, required, hideLabel, hint, error, disabled, className }}>
      <ListBox
        value={value}
        onChange={(next) => next !== null && onChange(next)}
        error={error}
        large={large}
        chosen={
          <>
            {chosen?.icon}
            <span className={classNames("flex-1 truncate", !chosen && "text-ink-3")}>
              {chosen?.label ?? placeholder ?? m.ui_choose()}
              {chosen?.detail && <span className="text-ink-3"> {chosen.detail}</span>}
            </span>
          </>
        }
      >
        {options.map((option) => (
          <ListboxOption
            key={option.value}
            value={option.value}
            disabled={option.disabled}
            className={floatingRowClass}
          >
            {option.icon}
            <span className="min-w-0 flex-1 truncate">
              {option.label}
              {option.detail && <span className="text-ink-3"> {option.detail}</span>}
            </span>
            {option.note && <span className="shrink-0 text-ink-3 text-xs">{option.note}</span>}
            <Check aria-hidden="true" size={15} className="invisible group-data-selected:visible" />
          </ListboxOption>
        ))}
      </ListBox>
    </Field>
  );
}
