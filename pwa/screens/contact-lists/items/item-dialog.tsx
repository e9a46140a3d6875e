import { m } from "../../../i18n/paraglide/messages.js";
import { maskPhone } from "../../../i18n/phone-number.ts";
import { usePhoneReader } from "../../../session/phone-reader.ts";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { NumberField } from "../../contacts/parts/number-field.tsx";
import { FormDialog, useForm } from "../../lists/index.ts";
import { type ItemRow, itemCalls } from "../parts/list-calls.ts";
import { itemInput, itemProblems, itemRefusal } from "./item-form.ts";

type ItemDialogProps = { listId: string; item: ItemRow | null; onClose: () => void };

/** Adds a person to a list, or changes one. */
export function ItemDialog({ listId, item, onClose }: ItemDialogProps) {
  const read = usePhoneReader();
  const kept = item ? { name: item.name, number: maskPhone(item.number), email: item.email } : undefined;
  const form = useForm({
    keep: `listItem:${item?.id ?? `new:${listId}`}`,
    start: kept ?? { name: "", number: "", email: "" },
    check: (values) => itemProblems(values, read, kept),
    save: (values) =>
      item ? itemCalls.change(item, itemInput(values, read)) : itemCalls.create(listId, itemInput(values, read)),
    refused: itemRefusal,
  });
  return (
    <FormDialog
      title={item ? m.contact_lists_item_edit_title() : m.contact_lists_item_new_title()}
      form={form}
      saved={m.contact_lists_item_saved()}
      onClose={onClose}
    >
      <TextField label={m.contact_lists_col_name()} autoFocus maxLength={50} {...form.text("name")} />
      <NumberField
        label={m.contact_lists_col_number()}
        hint={m.contact_lists_item_number_hint()}
        keeps={kept?.number}
        {...form.text("number")}
      />
      <TextField label={m.contact_lists_col_email()} type="email" {...form.text("email")} />
    </FormDialog>
  );
}
