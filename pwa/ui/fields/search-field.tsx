import { Search } from "lucide-react";
import { m } from "../../i18n/paraglide/messages.js";
import { TextField } from "./text-field.tsx";

type SearchFieldProps = { label?: string; value: string; onChange: (text: string) => void; className?: string };

export function SearchField({ label = m.ui_search(), value, onChange, className }: SearchFieldProps) {
  return (
    <TextField
      type="search"
      label={label}
      hideLabel
      placeholder={label}
      icon={<Search aria-hidden="true" size={15} />}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      enterKeyHint="search"
      className={className}
    />
  );
}
