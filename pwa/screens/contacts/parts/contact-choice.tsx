import { maskPhone } from "../../../i18n/phone-number.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import type { ComboboxChoice } from "../../../ui/fields/combobox.tsx";
import type { FoundContact } from "./use-found-contacts.ts";

/** Returns a contact as an option of a combo box. */
export const contactChoice = ({ id, name, number }: FoundContact): ComboboxChoice => ({
  id,
  label: name,
  note: maskPhone(number),
  icon: <Avatar id={id} name={name} size={24} />,
});
