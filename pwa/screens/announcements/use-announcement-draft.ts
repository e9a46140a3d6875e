import { useEffect, useState } from "react";
import * as v from "valibot";
import { useDeskUser } from "../../session/desk.tsx";
import { formDraft } from "../lists/form-draft.ts";
import { AnnouncementDraft, type AnnouncementForm } from "./announcement-form.ts";

/** The draft of one announcement on this device: it survives a reload and a lost connection. */
export function useAnnouncementDraft(announcementId: string | null) {
  const { id } = useDeskUser();
  const [stored] = useState(() => formDraft(localStorage, `announcement:${announcementId ?? "new"}`, id));
  const [begun] = useState(() => {
    const draft = v.safeParse(AnnouncementDraft, stored.read()?.values);
    return draft.success ? draft.output : null;
  });
  return { begun, keep: stored.write, forget: stored.remove };
}

/** Stores what was typed; an unchanged form has no draft. */
export function useKeptDraft(
  draft: Pick<ReturnType<typeof useAnnouncementDraft>, "keep" | "forget">,
  values: AnnouncementForm,
  isDirty: boolean,
): void {
  const { picture: _picture, ...words } = values;
  const typed = isDirty ? JSON.stringify(words) : null;
  const { keep, forget } = draft;
  useEffect(() => {
    if (typed === null) forget();
    else keep({ record: null, values: JSON.parse(typed) });
  }, [typed, keep, forget]);
}
