import { useState } from "react";
import { brazilianAreaCodes, phoneCountries } from "../../../contracts/phones.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { countryName } from "../../i18n/phone-text.ts";
import { Combobox } from "../../ui/fields/combobox.tsx";
import { isEnter } from "../../ui/fields/enter-key.ts";
import { TextField } from "../../ui/fields/text-field.tsx";

const MAX_SHOWN = 30;
const plain = (text: string) =>
  text
    .normalize("NFD")
    .replaceAll(/\p{Diacritic}/gu, "")
    .toLowerCase();

/** The countries that Brazilian shops write to most, first. */
const first = ["BR", "AR", "PY", "UY", "CL", "BO", "PE", "CO", "US", "PT", "MX"];
const countries = [...first, ...phoneCountries.filter((country) => !first.includes(country))];

type FieldProps = { value: string; disabled: boolean; onChange: (value: string) => void };

/** The country of numbers that are typed without a country code. */
export function PhoneCountryField({ value, disabled, onChange }: FieldProps) {
  const [typed, setTyped] = useState("");
  const choices = countries.map((id) => ({ id, label: countryName(id) }));
  const found = choices.filter(({ id, label }) => plain(`${label} ${id}`).includes(plain(typed))).slice(0, MAX_SHOWN);
  return (
    <Combobox
      label={m.numbers_country()}
      hideLabel
      className="w-56 max-sm:w-full"
      disabled={disabled}
      options={found}
      value={{ id: value, label: countryName(value) }}
      onSearch={setTyped}
      onChange={(choice) => choice && onChange(choice.id)}
    />
  );
}

/** The area code of numbers that are typed without one. Saved on leaving the field or with Enter. */
export function AreaCodeField({ value, country, disabled, onChange }: FieldProps & { country: string }) {
  const [typed, setTyped] = useState<string | null>(null);
  const [isLeft, setLeft] = useState(false);
  const wanted = (typed ?? value).replace(/\D/g, "").replace(/^0+/, "").slice(0, 5);
  const isWrong = country === "BR" && wanted !== "" && !brazilianAreaCodes.has(wanted);
  function save() {
    setLeft(true);
    if (typed === null || isWrong) return;
    setTyped(null);
    if (wanted !== value) onChange(wanted);
  }
  return (
    <TextField
      label={m.numbers_area_code()}
      hideLabel
      className="w-56 max-sm:w-full"
      inputMode="numeric"
      autoComplete="off"
      maxLength={6}
      disabled={disabled}
      value={typed ?? value}
      error={typed !== null && isWrong && (isLeft || wanted.length > 1) ? m.numbers_area_code_wrong() : undefined}
      onChange={(event) => {
        setLeft(false);
        setTyped(event.target.value);
      }}
      onBlur={save}
      onKeyDown={(event) => isEnter(event) && save()}
    />
  );
}
