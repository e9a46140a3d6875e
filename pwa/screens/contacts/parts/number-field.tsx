import { readingText } from "../../../i18n/phone-text.ts";
import { usePhoneReader } from "../../../session/phone-reader.ts";
import { TextField, type TextFieldProps } from "../../../ui/fields/text-field.tsx";

type NumberFieldProps = TextFieldProps & {
  value: string;
  /** The number that is stored: it says nothing new. */
  keeps?: string;
};

/** A phone number, with how it is understood below it while it is typed. */
export function NumberField({ value, keeps, hint, ...field }: NumberFieldProps) {
  const read = usePhoneReader();
  const reading = value === keeps || value.trim() === "" ? undefined : read?.(value);
  const isRead = reading && reading.refused === undefined;
  return (
    <TextField inputMode="tel" maxLength={50} {...field} value={value} hint={isRead ? readingText(reading) : hint} />
  );
}
