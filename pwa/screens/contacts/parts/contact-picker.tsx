import { X } from "lucide-react";
import { useState } from "react";
import { m } from "../../../i18n/paraglide/messages.js";
import { maskPhone } from "../../../i18n/phone-number.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { Combobox } from "../../../ui/fields/combobox.tsx";
import { SEARCH_FROM } from "../../../ui/hooks/use-debounced.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { contactChoice } from "./contact-choice.tsx";
import { type FoundContact, useFoundContacts } from "./use-found-contacts.ts";

type ContactPickerProps = {
  label: string;
  chosen: FoundContact[];
  onChange: (chosen: FoundContact[]) => void;
  most: number;
  /** Returns whether a contact may be chosen; default: every contact. */
  isMeant?: (contact: FoundContact) => boolean;
  /** Returns the text beside the name; default: the phone number. */
  noteOf?: (contact: FoundContact) => string;
};

const phoneOf = ({ number }: FoundContact) => maskPhone(number);

/** Selects one or more contacts by name or number. */
export function ContactPicker({ label, chosen, onChange, most, ...rest }: ContactPickerProps) {
  const { isMeant = () => true, noteOf = phoneOf } = rest;
  const [text, setText] = useState("");
  const found = useFoundContacts(text).filter(isMeant);
  const options = found.filter(({ id }) => !chosen.some((each) => each.id === id));
  const choose = (id: string) => {
    const contact = found.find((each) => each.id === id);
    if (contact) onChange([...chosen, contact]);
  };
  return (
    <>
      <Combobox
        label={label}
        placeholder={m.tickets_new_contact_hint()}
        minimumCharacters={SEARCH_FROM}
        options={options.map((contact) => ({ ...contactChoice(contact), note: noteOf(contact) }))}
        value={null}
        onChange={(choice) => choice && choose(choice.id)}
        onSearch={setText}
        disabled={chosen.length >= most}
        autoFocus
      />
      {chosen.length > 0 && (
        <ul className="flex flex-col gap-1">
          {chosen.map(({ id, name, ...contact }) => (
            <li key={id} className="flex items-center gap-2.5 rounded-md bg-sunken py-1 pr-1 pl-2">
              <Avatar id={id} name={name} size={24} />
              <span dir="auto" className="min-w-0 flex-1 truncate">
                {name}
              </span>
              <span className="text-ink-3 text-xs tabular-nums">{noteOf({ id, name, ...contact })}</span>
              <IconButton
                size="small"
                label={m.tickets_forward_remove({ name })}
                icon={<X size={15} />}
                onClick={() => onChange(chosen.filter((each) => each.id !== id))}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
