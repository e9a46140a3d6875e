import { Input } from "@headlessui/react";
import { type ComponentProps, type ReactNode, useRef, useState } from "react";
import { classNames } from "../class-names.ts";
import { Field } from "./field.tsx";

type CodeFieldProps = {
  label: string;
  hint?: string;
  labelEnd?: ReactNode;
  /** How many characters the code has. */
  length: number;
  /** Returns the characters of a code in what was typed or pasted. */
  read: (typed: string) => string;
  value: string;
  onChange: (code: string) => void;
  error: ReactNode;
  disabled?: boolean;
  /** Large boxes, for a short code that stands alone. */
  large?: boolean;
  inputMode?: ComponentProps<"input">["inputMode"];
};

/**
 * Draws one box for each character over one text field, so that pasting, one-time codes of the keyboard and screen
 * readers work as in any field. `read` removes spaces and hyphens of what is pasted.
 */
export function CodeField(props: CodeFieldProps) {
  const { label, hint, labelEnd, length, read, value, onChange, error, disabled = false, large = false } = props;
  const input = useRef<HTMLInputElement>(null);
  const [isFocused, setFocused] = useState(false);
  const current = Math.min(value.length, length - 1);
  /** Moves a caret to the end, where typing goes on. A selected range stays, so that it can be deleted or replaced. */
  function toEnd() {
    const field = input.current;
    if (field && field.selectionStart === field.selectionEnd) field.setSelectionRange(value.length, value.length);
  }
  return (
    <Field {...{ label, hint, error, labelEnd, disabled }}>
      <span className="relative grid gap-1.5" style={{ gridTemplateColumns: `repeat(${length}, minmax(0, 1fr))` }}>
        {Array.from({ length }, (_, place) => place).map((place) => (
          <span
            key={place}
            aria-hidden="true"
            className={classNames(
              "grid place-items-center rounded-md font-medium text-ink",
              large ? "h-14 text-2xl tabular-nums" : "h-12 text-lg",
              disabled ? "control-ring bg-sunken" : "bg-surface",
              !disabled && (error ? "danger-ring" : "field-ring"),
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
          inputMode={props.inputMode}
          spellCheck={false}
          autoFocus
          onChange={({ target }) => onChange(read(target.value).slice(0, length))}
          onSelect={toEnd}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
          className="absolute inset-0 size-full cursor-text rounded-md bg-transparent text-lg text-transparent caret-transparent outline-none selection:bg-transparent disabled:cursor-not-allowed"
        />
      </span>
    </Field>
  );
}

const Caret = () => <span className="h-5 w-0.5 animate-pulse bg-primary-ink motion-reduce:animate-none" />;
