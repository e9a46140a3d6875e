import { type ChangeEvent, useEffect, useEffectEvent, useState } from "react";
import { formDrafts } from "../../session/form-drafts.ts";
import { changesOf, discardDraft, fieldsOf, missingIn } from "../../session/use-form-draft.ts";
import type { KeptForm } from "../../ui/fields/kept-form.tsx";
import { type Problems, type Refusal, refusalOf } from "./form-problems.ts";

type FormOptions<Values extends object> = {
  /** Initial values, read when the form opens; later changes are ignored. */
  start: Values;
  /** Values typed before, kept on this device by the caller: they replace the initial ones. */
  draft?: Partial<Values> | null;
  /** Names the form and the record: what is typed stays on this device until the form is saved or discarded. */
  keep?: string;
  /** Fields that are never kept, such as passwords. */
  secret?: readonly (keyof Values)[];
  /** Returns the problems before anything is sent: `checkBy(schema)`. */
  check?: (values: Values) => Problems<Values>;
  /** Sends the form; throws the server's refusal. */
  save: (values: Values) => Promise<unknown>;
  /** Interprets a refusal for this screen; null: the common interpretation. */
  refused?: (error: unknown) => Refusal<Values> | null;
};

type TextKeys<Values> = { [Key in keyof Values]: Values[Key] extends string ? Key : never }[keyof Values];
const unrefused = { problems: {}, failure: null };

export type Form<Values extends object> = ReturnType<typeof useForm<Values>>;

/** Holds a form's values and problems, and saves it: one request at a time, with the server's refusal by field. */
export function useForm<Values extends object>(options: FormOptions<Values>) {
  const { start, draft, keep, secret, check, save, refused } = options;
  const [first] = useState(start);
  const [restored] = useState(() => without(fieldsOf(keep ? formDrafts.read(keep) : null, start), secret));
  const [lostFiles, setLostFiles] = useState(() => (keep ? formDrafts.lostFiles(keep) : {}));
  const [values, setValues] = useState<Values>(() => ({ ...start, ...draft, ...restored }));
  const [isSaved, setSaved] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const [refusal, setRefusal] = useState<Refusal<Values>>(unrefused);
  const [isBusy, setBusy] = useState(false);
  const found = check?.(values) ?? {};
  const problems: Problems<Values> = { ...refusal.problems, ...(isAsked ? found : {}) };

  const changes = without(changesOf(values, first), secret);
  const keepChanges = useEffectEvent(() => {
    if (!keep || isSaved) return;
    if (Object.keys({ ...changes, ...lostFiles }).length > 0) formDrafts.write(keep, changes, lostFiles);
    else formDrafts.remove(keep);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: keeps each new value once.
  useEffect(() => keepChanges(), [values]);

  function set(part: Partial<Values>) {
    setValues((present) => ({ ...present, ...part }));
    setSaved(false);
    setLostFiles((lost) => without(lost, Object.keys(part)));
    setRefusal(({ problems: known, failure }) => ({ problems: without(known, Object.keys(part)), failure }));
  }

  /** Resolves with whether the form was saved. */
  async function submit(): Promise<boolean> {
    setAsked(true);
    if (isBusy || Object.keys(found).length > 0) return false;
    setBusy(true);
    setRefusal(unrefused);
    try {
      await save(values);
      setSaved(true);
      if (keep) formDrafts.remove(keep);
      return true;
    } catch (error) {
      setRefusal(refused?.(error) ?? refusalOf(error, values));
      return false;
    } finally {
      setBusy(false);
    }
  }

  /** Shows the problems; returns whether there are none. For a form of several steps. */
  function validate(): boolean {
    setAsked(true);
    return Object.keys(found).length === 0;
  }

  const isDirty = JSON.stringify(values) !== JSON.stringify(first);
  const kept: KeptForm = {
    isChanged: isDirty || Object.keys(lostFiles).length > 0,
    isRestored: Object.keys({ ...restored, ...lostFiles }).length > 0,
    missing: missingIn({ files: Object.values(lostFiles), secrets: secret?.length ?? 0 }),
    discard() {
      if (keep) discardDraft(keep, (values) => setValues({ ...first, ...fieldsOf(values, first) }));
      setValues(first);
      setLostFiles({});
    },
  };
  return {
    values,
    set,
    submit,
    validate,
    problems,
    failure: refusal.failure,
    isBusy,
    isDirty,
    /** The fields that differ from the initial values. */
    changes,
    /** For the dialog: says that the form continues, and discards it. */
    kept,
    /** Returns the properties of a text field: `<TextField label=… {...form.text("name")} />`. */
    text: (field: TextKeys<Values>) => ({
      value: values[field] as string,
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
        set({ [field]: event.target.value } as unknown as Partial<Values>),
      error: problems[field] ?? null,
    }),
  };
}

function without<Fields extends object>(fields: Fields, names: readonly PropertyKey[] = []): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name))) as Fields;
}
