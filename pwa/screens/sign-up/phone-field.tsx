import { type ChangeEvent, useLayoutEffect, useRef } from "react";
import { TextField, type TextFieldProps } from "../../ui/fields/text-field.tsx";
import { caretIn, maskTyped } from "./phone-mask.ts";

type PhoneFieldProps = Omit<TextFieldProps, "value" | "onChange" | "type"> & {
  value: string;
  onChange: (value: string) => void;
};

/** Formats a phone number while it is typed and keeps the caret at its digit. */
export function PhoneField({ value, onChange, ...field }: PhoneFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (caret.current === null || document.activeElement !== input.current) return;
    input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });
  function handleChange({ target }: ChangeEvent<HTMLInputElement>) {
    const masked = maskTyped(target.value, value);
    caret.current = caretIn(masked, target.value, target.selectionStart ?? target.value.length);
    onChange(masked);
  }
  return (
    <TextField
      {...field}
      ref={input}
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      value={value}
      onChange={handleChange}
    />
  );
}
