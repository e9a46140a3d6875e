import { useState } from "react";
import { searchable } from "../../../../contracts/search-text.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { Combobox, type ComboboxChoice } from "../../../ui/fields/combobox.tsx";
import { toast } from "../../../ui/toasts/toast.tsx";
import { FormDialog, useForm } from "../../lists/index.ts";
import { addedText } from "./added-text.ts";
import { listCalls, useNamedLists } from "./list-calls.ts";

type AddToListDialogProps = { contactIds: string[]; onDone: () => void; onClose: () => void };

/** `id`: the chosen list; empty: a new list gets the name. */
type Chosen = { id: string; name: string };

/** Adds contacts to a contact list that exists, or to a new one. */
export function AddToListDialog({ contactIds, onDone, onClose }: AddToListDialogProps) {
  const lists = useNamedLists();
  const [searched, search] = useState("");
  const form = useForm<Chosen>({
    keep: `addToList:${contactIds.length}:${contactIds[0] ?? ""}`,
    start: { id: "", name: "" },
    check: ({ id, name }) => (id || name ? {} : { name: m.lists_required() }),
    save: async ({ id, name }) => {
      const listId = id || (await listCalls.create({ name }));
      // A second attempt uses the list that the first one created.
      form.set({ id: listId });
      toast.success(addedText(await listCalls.fill(listId, { kind: "contacts", contactIds })));
      onDone();
    },
  });
  const { id, name } = form.values;
  const value: ComboboxChoice | null = name ? { id: id || "new", label: name } : null;
  const wanted = searchable(searched.trim());
  const options = (lists.data ?? [])
    .filter((list) => searchable(list.name).includes(wanted))
    .map((list) => ({ id: list.id, label: list.name }));
  return (
    <FormDialog
      title={m.contact_lists_add_to_title({ count: contactIds.length })}
      form={form}
      saved={null}
      saveLabel={m.contact_lists_bring_save()}
      onClose={onClose}
    >
      <Combobox
        label={m.contact_lists_one()}
        hint={id || !name ? m.contact_lists_add_to_hint() : m.contact_lists_add_to_new({ name })}
        autoFocus
        options={options}
        value={value}
        onChange={(choice) => form.set({ id: choice?.id ?? "", name: choice?.label ?? "" })}
        onSearch={search}
        createLabel={(text) => m.contact_lists_create({ name: text })}
        onCreate={(text) => form.set({ id: "", name: text.slice(0, 50) })}
        error={form.problems.name}
      />
    </FormDialog>
  );
}
