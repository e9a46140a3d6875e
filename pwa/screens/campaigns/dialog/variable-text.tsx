import { Textarea } from "@headlessui/react";
import { type Ref, useRef } from "react";
import type { CampaignVariable } from "../../../../contracts/marketing/campaigns.ts";
import { classNames } from "../../../ui/class-names.ts";
import { boxClass, Field, inputClass } from "../../../ui/fields/field.tsx";
import { textParts } from "./text-marks.ts";

type VariableTextProps = {
  label: string;
  value: string;
  variables: readonly CampaignVariable[] | null;
  disabled: boolean;
  error?: string | null;
  hint?: string;
  field: Ref<HTMLTextAreaElement>;
  onChange: (text: string) => void;
  onFocus: () => void;
};

const marks = {
  plain: "",
  known: "rounded-xs bg-primary-soft ring-1 ring-primary-soft",
  unknown: "rounded-xs bg-danger-soft ring-1 ring-danger-soft",
};

/** Draws a text field that marks the variables in the text. The marks lie behind the field, with the same text. */
export function VariableText(props: VariableTextProps) {
  const { label, value, variables, disabled, error, hint, field, onChange, onFocus } = props;
  const backdrop = useRef<HTMLDivElement>(null);
  return (
    <Field label={label} error={error} hint={hint} disabled={disabled}>
      <span className={classNames(boxClass({ error }), "items-stretch! py-2")}>
        <span className="relative flex min-w-0 flex-1">
          <div
            ref={backdrop}
            aria-hidden="true"
            className="pointer-events-none absolute inset-0 overflow-hidden whitespace-pre-wrap text-transparent [overflow-wrap:break-word] [scrollbar-gutter:stable] touch:text-lg"
          >
            {textParts(value, variables).map(({ at, text, kind }) => (
              <span key={at} className={marks[kind]}>
                {text}
              </span>
            ))}
            {"\n"}
          </div>
          <Textarea
            ref={field}
            rows={7}
            value={value}
            invalid={Boolean(error)}
            onChange={(event) => onChange(event.target.value)}
            onFocus={onFocus}
            onScroll={({ currentTarget }) => {
              if (backdrop.current) backdrop.current.scrollTop = currentTarget.scrollTop;
            }}
            className={classNames(inputClass, "relative resize-y [scrollbar-gutter:stable]")}
          />
        </span>
      </span>
    </Field>
  );
}
