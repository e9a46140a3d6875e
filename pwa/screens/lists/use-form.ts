import { type ChangeEvent, useState } from "react";
import { type Problems, type Refusal, refusalOf } from "./form-problems.ts";

type FormOptions<Values extends object> = {
  /** Initial values, read when the form opens; later changes are ignored. */
  start: Values;
  /** Values typed before, kept on this device: they replace the initial ones. */
  draft?: Partial<Values> | null;
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
export function useForm<Values extends object>({ start, draft, check, save, refused }: FormOptions<Values>) {
  const [first] = useState(start);
  const [values, setValues] = useState<Values>(() => ({ ...start, ...draft }));
  const [isAsked, setAsked] = useState(false);
  const [refusal, setRefusal] = useState<Refusal<Values>>(unrefused);
  const [isBusy, setBusy] = useState(false);
  const found = check?.(values) ?? {};
  const problems: Problems<Values> = { ...refusal.problems, ...(isAsked ? found : {}) };

  function set(part: Partial<Values>) {
    setValues((present) => ({ ...present, ...part }));
    setRefusal(({ problems: told, failure }) => ({ problems: without(told, Object.keys(part)), failure }));
  }

  /** Resolves with whether the form was saved. */
  async function submit(): Promise<boolean> {
    setAsked(true);
    if (isBusy || Object.keys(found).length > 0) return false;
    setBusy(true);
    setRefusal(unrefused);
    try {
      await save(values);
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

  return {
    values,
    set,
    submit,
    validate,
    problems,
    failure: refusal.failure,
    isBusy,
    isDirty: JSON.stringify(values) !== JSON.stringify(first),
    /** Returns the properties of a text field: `<TextField label=… {...form.text("name")} />`. */
    text: (field: TextKeys<Values>) => ({
      value: values[field] as string,
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
        set({ [field]: event.target.value } as unknown as Partial<Values>),
      error: problems[field] ?? null,
    }),
  };
}

function without<Values>(problems: Problems<Values>, fields: string[]): Problems<Values> {
  return Object.fromEntries(Object.entries(problems).filter(([field]) => !fields.includes(field))) as Problems<Values>;
}
