import { Listbox, ListboxButton, ListboxOption, ListboxOptions } from "@headlessui/react";
import { Check, ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { m } from "../i18n/paraglide/messages.js";
import { classNames } from "./class-names.ts";
import { boxClass, Field, type FieldProps } from "./field.tsx";
import { floatingClass, floatingRowClass } from "./menu-look.ts";

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
  const { label, hideLabel, hint, error, disabled, className, options, value, onChange, placeholder, large } = props;
  const chosen = options.find((option) => option.value === value);
  return (
    <Field {...{ label, hideLabel, hint, error, disabled, className }}>
      <Listbox value={value} onChange={(next) => next !== null && onChange(next)} invalid={Boolean(error)}>
        <ListboxButton
          className={classNames(
            boxClass({ error, large }),
            "w-full text-left touch:text-lg",
            "disabled:bg-sunken disabled:text-ink-3 disabled:control-ring",
          )}
        >
          {chosen?.icon}
          <span className={classNames("flex-1 truncate", !chosen && "text-ink-3")}>
            {chosen?.label ?? placeholder ?? m.ui_choose()}
            {chosen?.detail && <span className="text-ink-3"> {chosen.detail}</span>}
          </span>
          <ChevronDown aria-hidden="true" size={15} />
        </ListboxButton>
        <ListboxOptions
          anchor={{ to: "bottom start", gap: 4, padding: 8 }}
          className={classNames(floatingClass, "max-h-80! w-(--button-width) min-w-44 overflow-y-auto")}
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
        </ListboxOptions>
      </Listbox>
    </Field>
  );
}
