import { useState } from "react";
import { m } from "../../i18n/paraglide/messages.js";
import { Combobox } from "../../ui/fields/combobox.tsx";

const MAX_SHOWN = 30;
/** Normalises a zone's name, so that the search matches "America/Sao_Paulo" as users type it. */
const plain = (text: string) =>
  text
    .normalize("NFD")
    .replaceAll(/\p{Diacritic}/gu, "")
    .replaceAll(/[_/]/g, " ")
    .toLowerCase();
const choiceOf = (zone: string) => ({ id: zone, label: zone.replaceAll("_", " ") });

type TimeZoneFieldProps = { value: string; disabled: boolean; onChange: (zone: string) => void };

/** Lists every time zone that this browser knows; Brazilian ones first. */
export function TimeZoneField({ value, disabled, onChange }: TimeZoneFieldProps) {
  const [typed, setTyped] = useState("");
  const words = plain(typed).split(" ").filter(Boolean);
  const found = zones.filter((zone) => words.every((word) => plain(zone).includes(word))).slice(0, MAX_SHOWN);
  return (
    <Combobox
      label={m.settings_time_zone()}
      hideLabel
      className="w-56 max-sm:w-full"
      disabled={disabled}
      options={found.map(choiceOf)}
      value={choiceOf(value)}
      onSearch={setTyped}
      onChange={(choice) => choice && onChange(choice.id)}
    />
  );
}

const brazil = [
  "America/Sao_Paulo",
  "America/Manaus",
  "America/Fortaleza",
  "America/Bahia",
  "America/Recife",
  "America/Belem",
  "America/Cuiaba",
  "America/Campo_Grande",
  "America/Porto_Velho",
  "America/Boa_Vista",
  "America/Rio_Branco",
  "America/Noronha",
];
const zones = [...brazil, ...Intl.supportedValuesOf("timeZone").filter((zone) => !brazil.includes(zone))];
