import * as v from "valibot";

const Exchange = v.object({
  /** When it was asked; its key in the conversation. */
  at: v.string(),
  asked: v.string(),
  answer: v.string(),
  state: v.picklist(["complete", "cut", "stopped", "failed"]),
  /** Why it failed, in the language of that moment; null: it did not fail, or an older version stored it. */
  failure: v.optional(v.nullable(v.string()), null),
});
export type Exchange = v.InferOutput<typeof Exchange>;

/** A conversation with the AI. */
const Talk = v.object({ id: v.string(), updatedAt: v.string(), exchanges: v.array(Exchange) });
export type Talk = v.InferOutput<typeof Talk>;
const Talks = v.pipe(v.string(), v.parseJson(), v.array(Talk));

/** Removed with the session (`session-keys.ts`). */
const KEY = "aiTalks";
const MAX_TALKS = 30;
/** Local storage holds 5 MB for everything. */
const MAX_CHARACTERS = 500_000;

export function readTalks(storage: Storage): Talk[] {
  const read = v.safeParse(Talks, storage.getItem(KEY) ?? "[]");
  return read.success ? read.output : [];
}

/** Puts the conversation first. The oldest ones are dropped beyond the limits. */
export function withTalk(talks: readonly Talk[], talk: Talk): Talk[] {
  let room = MAX_CHARACTERS;
  return [talk, ...talks.filter(({ id }) => id !== talk.id)].slice(0, MAX_TALKS).filter((each, place) => {
    room -= JSON.stringify(each).length;
    return place === 0 || room >= 0;
  });
}

export const titleOf = ({ exchanges }: Talk): string => exchanges[0]?.asked.replace(/\s+/g, " ").slice(0, 80) ?? "";

/** Opens the history of this browser: every tab shows the same one, and it is never sent. */
export function openHistory(storage: Storage) {
  const listeners = new Set<() => void>();
  let text = storage.getItem(KEY);
  let present = readTalks(storage);

  function tell() {
    for (const listener of listeners) listener();
  }
  return {
    /** Reads again only when the stored text has changed, so that the list is the same between changes. */
    get(): Talk[] {
      const stored = storage.getItem(KEY);
      if (stored !== text) [text, present] = [stored, readTalks(storage)];
      return present;
    },
    save(talk: Talk): void {
      storage.setItem(KEY, JSON.stringify(withTalk(readTalks(storage), talk)));
      tell();
    },
    clear(): void {
      storage.removeItem(KEY);
      tell();
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      window.addEventListener("storage", listener);
      return () => {
        listeners.delete(listener);
        window.removeEventListener("storage", listener);
      };
    },
  };
}
