import { session } from "./session.ts";

/** Values of a form by field. Files among them are kept in memory only; their names are stored. */
export type FormDraft = Record<string, unknown>;
/** Names of chosen files by the form's field. */
type FileNames = Record<string, string>;
type StoredDraft = { fields: FormDraft; files: FileNames };

/** `removeStoredSession` removes these keys with the session. */
const PREFIX = "draft:form:";
/** Values that JSON cannot hold, such as chosen files; valid while the stored draft exists. */
const inMemory = new Map<string, FormDraft>();
/** The entry of a stored draft that has the names of its files. */
const FILES = "$files";
const listeners = new Set<() => void>();

/** The drafts of forms belong to one user of one company. */
function keyOf(name: string): string {
  const { user } = session.get();
  return `${PREFIX}${user?.companyId ?? ""}:${user?.id ?? ""}:${name}`;
}

/** Returns the name of the first file in a value, "" for one without a name; null: there is no file. */
function fileNameIn(value: unknown): string | null {
  if (value instanceof Blob) return value instanceof File ? value.name : "";
  if (typeof value !== "object" || value === null) return null;
  return (
    Object.values(value)
      .map(fileNameIn)
      .find((name) => name !== null) ?? null
  );
}

function readStored(key: string): StoredDraft | null {
  const stored = localStorage.getItem(key);
  // Removed by the end of the session, or by another tab.
  if (stored === null) inMemory.delete(key);
  if (stored === null) return null;
  try {
    const { [FILES]: files, ...fields } = JSON.parse(stored) as FormDraft;
    return { fields, files: (files ?? {}) as FileNames };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/**
 * Half-filled forms of the signed-in user on this device, by the form's name and the edited record's id. They outlive
 * closing the form and a reload, and go when the form is saved or discarded. Passwords are never given to them.
 */
export const formDrafts = {
  read(name: string): FormDraft | null {
    const key = keyOf(name);
    const stored = readStored(key);
    return stored && { ...stored.fields, ...inMemory.get(key) };
  },
  /** Returns the names of the files that were chosen before a reload and must be chosen again. */
  lostFiles(name: string): FileNames {
    const key = keyOf(name);
    const names = Object.entries(readStored(key)?.files ?? {});
    return Object.fromEntries(names.filter(([field]) => !(field in (inMemory.get(key) ?? {}))));
  },
  /** `lost`: files of an earlier page that were not chosen again. */
  write(name: string, values: FormDraft, lost: FileNames = {}): void {
    const key = keyOf(name);
    const fields = Object.entries(values);
    const files = fields.filter(([, value]) => fileNameIn(value) !== null);
    inMemory.delete(key);
    if (files.length > 0) inMemory.set(key, Object.fromEntries(files));
    const named = files.map(([field, value]) => [field, fileNameIn(value)]).filter(([, file]) => file);
    const names = { ...lost, ...Object.fromEntries(named) };
    const words = Object.fromEntries(fields.filter((entry) => !files.includes(entry)));
    const text = JSON.stringify(Object.keys(names).length > 0 ? { ...words, [FILES]: names } : words);
    if (localStorage.getItem(key) === text && files.length === 0) return;
    try {
      localStorage.setItem(key, text);
    } catch (error) {
      // The storage is full: the form itself still has the values.
      if (!(error instanceof DOMException)) throw error;
    }
    tell();
  },
  remove(name: string): void {
    const key = keyOf(name);
    if (localStorage.getItem(key) === null) return;
    localStorage.removeItem(key);
    inMemory.delete(key);
    tell();
  },
  /** Returns the names of all drafts. */
  names: (): string[] =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith(keyOf("")))
      .map((key) => key.slice(keyOf("").length)),
  /** Another tab's changes are noticed too. */
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    window.addEventListener("storage", listener);
    return () => {
      listeners.delete(listener);
      window.removeEventListener("storage", listener);
    };
  },
  /** Returns the stored text of a draft: equal texts are equal drafts. */
  stored: (name: string): string | null => localStorage.getItem(keyOf(name)),
};

function tell(): void {
  for (const listener of listeners) listener();
}
