import { useEffect, useEffectEvent, useState } from "react";
import * as v from "valibot";
import { type FormDraft, formDrafts } from "../../../session/form-drafts.ts";
import { discardDraft } from "../../../session/use-form-draft.ts";
import { usePhone } from "../../../ui/hooks/use-phone.ts";

type Held<Row> = { record: Row | null; draft: FormDraft | null; key: number; isOpen: boolean };
export type Editing<Row extends { id: string }> = ReturnType<typeof useEditing<Row>>;

const recordKey = "record";

/**
 * Holds the record that a tab's form edits, and the draft of each record's form on this device. `name` identifies the
 * form; `Record` validates the record that was edited last: one of an older version of the app is forgotten. A record
 * that was kept over a reload is replaced by that of `rows`, once they are read.
 */
export function useEditing<Row extends { id: string }>(
  name: string,
  Record: v.GenericSchema<unknown, Row>,
  rows: readonly Row[] | null | undefined,
) {
  const isPhone = usePhone();
  const draftOf = (record: Row | null) => `${name}:${record?.id ?? "new"}`;
  const [held, hold] = useState<Held<Row>>(() => {
    const last = v.safeParse(Record, formDrafts.read(name)?.[recordKey]);
    const record = last.success ? (last.output as Row) : null;
    const draft = formDrafts.read(draftOf(record));
    return { record, draft, key: 0, isOpen: draft !== null };
  });
  function start(record: Row | null, isOpen: boolean) {
    hold(({ key }) => ({ record, draft: formDrafts.read(draftOf(record)), key: key + 1, isOpen }));
  }
  const refresh = useEffectEvent(() => {
    const fresh = held.key === 0 && rows?.find(({ id }) => id === held.record?.id);
    if (fresh && JSON.stringify(fresh) !== JSON.stringify(held.record)) start(fresh, held.isOpen);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: compares when rows arrive.
  useEffect(() => refresh(), [rows]);
  return {
    record: held.record,
    draft: held.draft,
    /** Changes with each record, so that the form starts again. */
    key: held.key,
    /** On phones the form is shown only while it is used. */
    isShown: !isPhone || held.isOpen,
    /** Fills the form with a record; what was typed for another one stays with that one. */
    choose: (record: Row | null) => start(record, true),
    /** The form was saved: it is empty again. */
    clear() {
      formDrafts.remove(draftOf(held.record));
      formDrafts.remove(name);
      start(null, false);
    },
    /** Empties the form by its button; the toast can bring the values back. */
    discard() {
      const { record } = held;
      discardDraft(draftOf(record), () => start(record, true));
      formDrafts.remove(name);
      start(null, false);
    },
    /** Stores what was typed; null: the form is unchanged. */
    keep(values: FormDraft | null) {
      if (!values) return formDrafts.remove(draftOf(held.record));
      formDrafts.write(draftOf(held.record), values);
      if (held.record) formDrafts.write(name, { [recordKey]: held.record });
      else formDrafts.remove(name);
    },
  };
}
