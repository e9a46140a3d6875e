import { useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import { m } from "../i18n/paraglide/messages.js";
import type { KeptForm } from "../ui/fields/kept-form.tsx";
import { toast } from "../ui/toasts/toast.tsx";
import { type FormDraft, formDrafts } from "./form-drafts.ts";

/** Returns the draft of a form while it exists, for a screen that shows that there is one. */
export function useFormDraft(name: string): FormDraft | null {
  const stored = useSyncExternalStore(formDrafts.subscribe, () => formDrafts.stored(name));
  return stored === null ? null : formDrafts.read(name);
}

/** Discards the draft of a form, with a way back for 8 s. */
export function discardDraft(name: string, onBack?: (draft: FormDraft) => void): void {
  const draft = formDrafts.read(name);
  formDrafts.remove(name);
  if (!draft) return;
  toast.success(m.ui_draft_discarded(), {
    action: {
      label: m.ui_undo(),
      onSelect() {
        formDrafts.write(name, draft);
        if (onBack) onBack(draft);
        else toast.success(m.ui_draft_back());
      },
    },
  });
}

/** Returns the fields of a draft that the form still has, with the same kind of value or null. */
export function fieldsOf<Values extends object>(draft: FormDraft | null, start: Values): Partial<Values> {
  const kind = (value: unknown) => (Array.isArray(value) ? "array" : typeof value);
  const known = start as FormDraft;
  const fits = ([field, value]: [string, unknown]) =>
    field in known && (value === null || known[field] === null || kind(value) === kind(known[field]));
  return Object.fromEntries(Object.entries(draft ?? {}).filter(fits)) as Partial<Values>;
}

/** Returns the fields whose values differ from the initial ones: only these are kept, so that others stay current. */
export function changesOf<Values extends object>(values: Values, start: Values): FormDraft {
  const known = start as FormDraft;
  return Object.fromEntries(
    Object.entries(values).filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(known[field])),
  );
}

/** Returns the sentences about what a kept form does not bring back: lost files, and the fields of secrets. */
export const missingIn = ({ files, secrets }: { files: readonly string[]; secrets: number }): string[] => [
  ...files.map((name) => m.ui_draft_file_lost({ name })),
  ...(secrets > 0 ? [m.ui_draft_no_secrets()] : []),
];

/**
 * Holds the values of a form that has no `useForm`, and keeps them on this device until `forget` or `kept.discard` is
 * called. `name` names the form and the record.
 */
export function useKeptValues<Values extends object>(
  name: string,
  start: Values | (() => Values),
  secret: readonly (keyof Values)[] = [],
) {
  const [first, setFirst] = useState(start);
  const [restored, setRestored] = useState<Partial<Values>>(() => fieldsOf(formDrafts.read(name), first));
  const [values, setValues] = useState<Values>({ ...first, ...restored });
  const changes = changesOf(values, first);
  const isChanged = Object.keys(changes).length > 0;
  const keep = useEffectEvent(() => {
    for (const field of secret) delete changes[String(field)];
    if (Object.keys(changes).length > 0) formDrafts.write(name, changes);
    else formDrafts.remove(name);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: keeps each new value once.
  useEffect(() => keep(), [values, first]);
  const kept: KeptForm = {
    isChanged,
    isRestored: Object.keys(restored).length > 0,
    missing: missingIn({ files: [], secrets: secret.length }),
    discard() {
      discardDraft(name, (draft) => setValues({ ...first, ...fieldsOf(draft, first) }));
      setValues(first);
    },
  };
  return {
    values,
    set: (part: Partial<Values>) => setValues((present) => ({ ...present, ...part })),
    kept,
    /** The form was sent: only later changes of `sent` are kept. */
    forget(sent = values) {
      setFirst(sent);
      setRestored({});
      formDrafts.remove(name);
    },
  };
}
