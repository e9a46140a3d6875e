import { useState } from "react";
import * as v from "valibot";
import { useDeskUser } from "../../../../session/desk.tsx";
import { usePhone } from "../../../../ui/use-phone.ts";
import { formDraft } from "../../../lists/form-draft.ts";

type Held<Row> = { record: Row | null; draft: Record<string, unknown> | null; key: number; isOpen: boolean };
export type Editing<Row> = ReturnType<typeof useEditing<Row>>;

/**
 * Holds the record that a tab's form edits, and the draft of the form on this device. `name` identifies the form;
 * `Record` validates a stored record: a draft of an older version of the app is forgotten.
 */
export function useEditing<Row>(name: string, Record: v.GenericSchema<unknown, Row>) {
  const { id } = useDeskUser();
  const isPhone = usePhone();
  const [stored] = useState(() => formDraft(localStorage, name, id));
  const [held, hold] = useState<Held<Row>>(() => begin(stored.read(), Record));
  const [isDirty, setDirty] = useState(held.draft !== null);
  const [wanted, setWanted] = useState<{ record: Row | null } | null>(null);

  function start(record: Row | null, isOpen: boolean) {
    stored.remove();
    setWanted(null);
    setDirty(false);
    hold(({ key }) => ({ record, draft: null, key: key + 1, isOpen }));
  }
  return {
    record: held.record,
    draft: held.draft,
    /** Changes with each record, so that the form starts again. */
    key: held.key,
    /** On phones the form is shown only while it is used. */
    isShown: !isPhone || held.isOpen,
    /** A record to edit, or null for a new one, that waits for the answer whether the typed values may go. */
    wanted,
    /** Fills the form with a record; asks first when something was typed. */
    choose(record: Row | null) {
      if (isDirty) setWanted({ record });
      else start(record, true);
    },
    confirm: () => wanted && start(wanted.record, true),
    stay: () => setWanted(null),
    /** Empties the form. */
    clear: () => start(null, false),
    /** Stores what was typed; null: the form is unchanged. */
    keep(values: Record<string, unknown> | null) {
      setDirty(values !== null);
      if (values) stored.write({ record: held.record, values });
      else stored.remove();
    },
  };
}

function begin<Row>(draft: ReturnType<ReturnType<typeof formDraft>["read"]>, Record: v.GenericSchema<unknown, Row>) {
  const record = v.safeParse(v.nullable(Record), draft?.record ?? null);
  if (!draft || !record.success) return { record: null, draft: null, key: 0, isOpen: false };
  return { record: record.output as Row | null, draft: draft.values, key: 0, isOpen: true };
}
