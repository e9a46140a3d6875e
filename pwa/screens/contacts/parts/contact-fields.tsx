import { Plus, Trash2 } from "lucide-react";
import { uuidv7 } from "uuidv7";
import { m } from "../../../i18n/paraglide/messages.js";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { Switch } from "../../../ui/fields/toggles.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import type { Problems } from "../../lists/index.ts";
import type { ContactForm, ExtraRow } from "./contact-form.ts";
import { NumberField } from "./number-field.tsx";

type ContactFieldsProps = {
  form: ContactForm;
  onChange: (part: Partial<ContactForm>) => void;
  problems: Problems<ContactForm>;
  autoFocus?: boolean;
  withExtra: boolean;
  /** The number that the contact has. */
  keepsNumber?: string;
};

export function ContactFields({ form, onChange, problems, withExtra, autoFocus, keepsNumber }: ContactFieldsProps) {
  return (
    <>
      <TextField
        label={m.tickets_field_name()}
        value={form.name}
        onChange={(event) => onChange({ name: event.target.value })}
        error={problems.name}
        autoComplete="off"
        autoFocus={autoFocus}
      />
      <NumberField
        label={m.tickets_field_number()}
        hint={m.tickets_field_number_hint()}
        value={form.number}
        onChange={(event) => onChange({ number: event.target.value })}
        error={problems.number}
        keeps={keepsNumber}
        autoComplete="off"
      />
      <TextField
        label={m.tickets_field_email()}
        inputMode="email"
        value={form.email}
        onChange={(event) => onChange({ email: event.target.value })}
        error={problems.email}
        autoComplete="off"
      />
      {withExtra && (
        <>
          <ExtraRows rows={form.extra} onChange={(extra) => onChange({ extra })} />
          <Switch
            label={m.tickets_contact_robot()}
            checked={!form.disableBot}
            onChange={(on) => onChange({ disableBot: !on })}
          />
        </>
      )}
    </>
  );
}

function ExtraRows({ rows, onChange }: { rows: ExtraRow[]; onChange: (rows: ExtraRow[]) => void }) {
  const set = (key: string, part: Partial<ExtraRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-2 font-medium text-ink-2 text-xs">{m.tickets_extra_title()}</legend>
      {rows.map((row, place) => (
        <div key={row.key} className="flex items-center gap-2">
          <TextField
            label={m.tickets_extra_name({ index: place + 1 })}
            hideLabel
            placeholder={m.tickets_extra_name({ index: place + 1 })}
            value={row.name}
            onChange={(event) => set(row.key, { name: event.target.value })}
            className="flex-1"
          />
          <TextField
            label={m.tickets_extra_value({ index: place + 1 })}
            hideLabel
            placeholder={m.tickets_extra_value({ index: place + 1 })}
            value={row.value}
            onChange={(event) => set(row.key, { value: event.target.value })}
            className="flex-1"
          />
          <IconButton
            label={m.tickets_extra_remove({ index: place + 1 })}
            icon={<Trash2 size={17} />}
            kind="danger"
            onClick={() => onChange(rows.filter((each) => each.key !== row.key))}
          />
        </div>
      ))}
      <Button
        size="small"
        kind="ghost"
        icon={<Plus size={15} />}
        className="self-start"
        onClick={() => onChange([...rows, { key: uuidv7(), name: "", value: "" }])}
      >
        {m.tickets_extra_add()}
      </Button>
    </fieldset>
  );
}
