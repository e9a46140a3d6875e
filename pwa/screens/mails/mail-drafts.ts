import { useState } from "react";
import * as v from "valibot";
import { serverNow } from "../../../sync/client/server-clock.ts";
import { useDeskUser } from "../../session/desk.tsx";

const MailDraft = v.object({
  id: v.string(),
  to: v.array(v.string()),
  subject: v.string(),
  body: v.string(),
  /** "YYYY-MM-DDTHH:mm" in the company's time zone; null: at once. */
  sendAt: v.nullable(v.string()),
  replacesId: v.nullable(v.string()),
  at: v.number(),
});
export type MailDraft = v.InferOutput<typeof MailDraft>;
const Drafts = v.array(MailDraft);

export const newDraft = (more: Partial<MailDraft> = {}): MailDraft => ({
  ...{ id: crypto.randomUUID(), to: [], subject: "", body: "", sendAt: null, replacesId: null, at: serverNow() },
  ...more,
});

export const isEmptyDraft = ({ to, subject, body }: MailDraft) =>
  to.length === 0 && subject.trim() === "" && body.trim() === "";

function readDrafts(key: string): MailDraft[] {
  try {
    const parsed = v.safeParse(Drafts, JSON.parse(localStorage.getItem(key) ?? "[]"));
    return parsed.success ? parsed.output : [];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

/** The user's drafts on this device, newest first. They outlive reloads and failed calls. `isKept`: the last change was stored. */
export function useMailDrafts() {
  const key = `balcao-mail-drafts:${useDeskUser().id}`;
  const [drafts, setDrafts] = useState(() => readDrafts(key));
  const [isKept, setKept] = useState(true);
  function store(next: MailDraft[]) {
    setDrafts(next);
    try {
      localStorage.setItem(key, JSON.stringify(next));
      setKept(true);
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      setKept(false);
    }
  }
  const others = (id: string) => readDrafts(key).filter((draft) => draft.id !== id);
  return {
    drafts,
    isKept,
    keep: (draft: MailDraft) => store(isEmptyDraft(draft) ? others(draft.id) : [draft, ...others(draft.id)]),
    drop: (id: string) => store(others(id)),
  };
}
export type MailDrafts = ReturnType<typeof useMailDrafts>;
