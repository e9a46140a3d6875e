import { Input } from "@headlessui/react";
import { useRef, useState } from "react";
import { RESET_CODE_LENGTH, resetCodeOf } from "../../../sync/contracts/password-reset.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { classNames } from "../../ui/class-names.ts";
import { Field } from "../../ui/field.tsx";

type CodeFieldProps = {
  value: string;
  onChange: (code: string) => void;
  error: string | null;
  /** How long the code is valid. */
  validity: string | null;
};

const places = Array.from({ length: RESET_CODE_LENGTH }, (_, place) => place);

/**
 * Draws one box for each character over one text field, so that pasting, one-time codes of the keyboard and screen
 * readers work as in any field. What is pasted loses spaces and hyphens.
 */
export function CodeField({ value, onChange, error, validity }: CodeFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isFocused, setFocused] = useState(false);
  const current = Math.min(value.length, RESET_CODE_LENGTH - 1);
  /** Moves a caret to the end, where typing goes on. A selected range stays, so that it can be deleted or replaced. */
  function toEnd() {
    const field = input.current;
    if (field && field.selectionStart === field.selectionEnd) field.setSelectionRange(value.length, value.length);
  }
  return (
    <Field
      label={m.reset_code()}
      hint={m.reset_code_hint()}
      error={error}
      labelEnd={validity && <span className="text-ink-3 text-xs tabular-nums">{validity}</span>}
    >
      <span className="relative grid grid-cols-8 gap-1.5">
        {places.map((place) => (
          <span
            key={place}
            aria-hidden="true"
            className={classNames(
              "grid h-12 place-items-center rounded-md bg-surface font-medium text-ink text-lg",
              error ? "danger-ring" : "field-ring",
              isFocused && place === current && "outline-2 outline-focus -outline-offset-1",
            )}
          >
            {value[place] ?? (isFocused && place === current ? <Caret /> : "")}
          </span>
        ))}
        <Input
          ref={input}
          name="code"
          value={value}
          invalid={Boolean(error)}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          autoFocus
          onChange={({ target }) => onChange(resetCodeOf(target.value).slice(0, RESET_CODE_LENGTH))}
          onSelect={toEnd}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
          className="absolute inset-0 size-full cursor-text rounded-md bg-transparent text-lg text-transparent caret-transparent outline-none selection:bg-transparent"
        />
      </span>
    </Field>
  );
}

const Caret = () => <span className="h-5 w-0.5 animate-pulse bg-primary-ink motion-reduce:animate-none" />;
