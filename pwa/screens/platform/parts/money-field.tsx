import type { ClipboardEvent, SyntheticEvent } from "react";
import { brl, MAX_AMOUNT_CENTS } from "../../../../contracts/money.ts";
import { TextField } from "../../../ui/fields/text-field.tsx";

type MoneyFieldProps = {
  label: string;
  cents: number;
  onChange: (cents: number) => void;
  error?: string | null;
  disabled?: boolean;
};

/** Edits an amount in BRL: typed digits move in from the right, as "R$ 1.190,00". */
export function MoneyField({ label, cents, onChange, error, disabled }: MoneyFieldProps) {
  function handlePaste(event: ClipboardEvent) {
    const pasted = centsOfText(event.clipboardData.getData("text"));
    if (pasted === null) return;
    event.preventDefault();
    onChange(pasted);
  }
  return (
    <TextField
      label={label}
      inputMode="numeric"
      autoComplete="off"
      value={brl(cents)}
      onChange={(event) => onChange(centsOfDigits(event.target.value, cents))}
      onPaste={handlePaste}
      onFocus={moveCaretToEnd}
      onSelect={moveCaretToEnd}
      error={error}
      disabled={disabled}
    />
  );
}

/** Digits are typed at the end only; a selected range stays, so that it can be replaced. */
function moveCaretToEnd({ currentTarget: input }: SyntheticEvent<HTMLInputElement>) {
  const end = input.value.length;
  if (input.selectionStart === input.selectionEnd && input.selectionEnd !== end) input.setSelectionRange(end, end);
}

/** Returns the cents of the typed digits; `before` when there are more than seven integer digits. */
export function centsOfDigits(text: string, before: number): number {
  const cents = Number(text.replace(/\D/g, ""));
  return cents <= MAX_AMOUNT_CENTS ? cents : before;
}

/** Returns the cents of a pasted amount, "1.190,00", "1190" or "1190.5"; null: no amount. */
export function centsOfText(text: string): number | null {
  const plain = text.replace(/R\$|\s/g, "");
  const parts =
    /^(\d{1,3}(?:\.\d{3})+|\d{1,7})(?:,(\d{1,2}))?$/.exec(plain) ?? /^(\d{1,7})(?:\.(\d{1,2}))?$/.exec(plain);
  if (!parts) return null;
  const cents = Number(parts[1]?.replaceAll(".", "")) * 100 + Number((parts[2] ?? "").padEnd(2, "0"));
  return cents <= MAX_AMOUNT_CENTS ? cents : null;
}
