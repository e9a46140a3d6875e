import * as v from "valibot";

/** Typed values of a form that are not saved. `record`: the edited record; null: a new one. */
export type FormDraft = { record: unknown; values: Record<string, unknown> };

const Stored = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ record: v.unknown(), values: v.record(v.string(), v.unknown()) }),
);

/** The draft of one form of one user in this browser. It stays until the form is saved or cleared. */
export function formDraft(storage: Storage, name: string, userId: string) {
  const key = `formDraft:${name}:${userId}`;
  return {
    read(): FormDraft | null {
      const stored = v.safeParse(Stored, storage.getItem(key));
      return stored.success ? { record: stored.output.record ?? null, values: stored.output.values } : null;
    },
    /** Returns whether the draft fitted into the storage. */
    write(draft: FormDraft): boolean {
      try {
        storage.setItem(key, JSON.stringify(draft));
        return true;
      } catch (error) {
        if (error instanceof DOMException && error.name === "QuotaExceededError") return false;
        throw error;
      }
    },
    remove: () => storage.removeItem(key),
  };
}
