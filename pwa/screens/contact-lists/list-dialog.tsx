import { ContactListInput } from "../../../contracts/marketing/contact-lists.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { TextField } from "../../ui/fields/text-field.tsx";
import { checkBy } from "../lists/form-problems.ts";
import { FormDialog, useForm } from "../lists/index.ts";
import { type ListRow, listCalls } from "./parts/list-calls.ts";

type ListDialogProps = { list: ListRow | null; onCreated: (id: string) => void; onClose: () => void };

const problems = checkBy<ContactListInput>(ContactListInput);

/** Creates a contact list, or renames one. */
export function ListDialog({ list, onCreated, onClose }: ListDialogProps) {
  const form = useForm({
    keep: `contactList:${list?.id ?? "new"}`,
    start: { name: list?.name ?? "" },
    check: problems,
    save: async ({ name }) => {
      if (list) await listCalls.rename(list.id, { name: name.trim() });
      else onCreated(await listCalls.create({ name: name.trim() }));
    },
  });
  return (
    <FormDialog
      title={list ? m.contact_lists_edit_title() : m.contact_lists_new_title()}
      form={form}
      saved={m.contact_lists_saved()}
      onClose={onClose}
    >
      <TextField
        label={m.contact_lists_name()}
        hint={m.contact_lists_name_hint()}
        autoFocus
        maxLength={50}
        {...form.text("name")}
      />
    </FormDialog>
  );
}
