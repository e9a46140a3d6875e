import { uuidv7 } from "uuidv7";
import type { DeviceDesk } from "../../client/desk-types.ts";
import { followDraft, withStored } from "../../client/local/follow-draft.ts";
import type { DraftState } from "../../client/local/sent-drafts.ts";
import type { DraftView } from "../../client/pending/drafts.ts";

export type DraftField = ReturnType<typeof openField>;

/** A composer's field as `useDraft` keeps it, in one of several tabs of a device; nothing is saved or shared by itself. */
export function openField(desk: DeviceDesk, ticketId: string, writerId: string) {
  const id = uuidv7();
  const draft = desk.draft(ticketId);
  const field = { text: "", stored: "", line: null as string | null, isSaved: true, isTouched: false, isRead: false };
  let [seenRev, spentRev, answeredAt] = [0, -1, null as string | null];
  let kept: string | null = null;
  let before: DraftState | null = null;
  let shared: DraftView | null = null;

  const isNews = (theirs: string) => theirs !== "" && !theirs.startsWith(field.text) && !field.text.startsWith(theirs);
  const theirs = () => (shared && shared.writerId !== writerId ? shared.text : "");

  const news = () => (shared && shared.rev > spentRev ? theirs() : "");

  function show() {
    if (!field.isTouched && kept !== null) field.text = isNewsTo(kept) ? kept : news() || kept;
    if (shared?.text && field.text.startsWith(shared.text)) seenRev = shared.rev;
  }
  const isNewsTo = (own: string) => own !== "" && !theirs().startsWith(own);

  function read(now: DraftState) {
    if (!field.isRead && field.isTouched)
      Object.assign(field, { text: withStored(now.text, field.text), isSaved: false });
    Object.assign(field, { stored: now.text, line: now.line, isRead: true });
    kept = now.text;
    answeredAt = now.answeredAt;
  }
  function follow(last: DraftState, now: DraftState) {
    const what = followDraft({ ...field, id }, last, now);
    if (what === "clear") {
      read({ ...now, text: "", line: null, answeredAt: null });
      Object.assign(field, { text: "", isSaved: true, isTouched: false });
    } else if (what === "follow") {
      read(now);
      field.text = now.text;
    } else if (what === "answered") {
      answeredAt = now.mark?.at ?? null;
      if (field.isTouched) field.isSaved = false;
    } else if (now.text === field.stored) field.line = now.line;
  }

  const reading = [
    draft.state$().subscribe((now) => {
      if (before) follow(before, now);
      else read(now);
      before = now;
      show();
    }),
    desk.draft$(ticketId).subscribe((view) => {
      shared = view;
      show();
    }),
  ];

  return {
    look: () => ({ text: field.text, answeredAt }),
    type(words: string) {
      field.text = [field.text, words].filter(Boolean).join(" ");
      Object.assign(field, { isTouched: true, isSaved: false });
      show();
    },
    async save() {
      if (field.isSaved) return;
      field.isSaved = true;
      const base = field.isRead ? field.stored : null;
      Object.assign(field, { stored: field.text, line: null });
      await draft.set(field.text, { answeredAt, base });
    },
    async share() {
      const isOffered = isNews(theirs()) && (shared?.rev ?? 0) > seenRev;
      const goesOnThere = field.text !== "" && theirs().startsWith(field.text) && (shared?.rev ?? 0) > seenRev;
      if (!field.isTouched || isOffered || goesOnThere || field.text === (shared?.text ?? "")) return;
      await desk.send("draft.save", { ticketId, text: field.text, baseRev: shared?.rev ?? 0, writerId });
    },
    /** Returns the text that was sent, and the message's id; null when the field is empty. */
    async submit(): Promise<{ id: string; text: string } | null> {
      const { text, stored } = field;
      if (text === "") return null;
      field.isSaved = true;
      const withDraft = shared?.text ? { draft: { text, baseRev: seenRev, writerId } } : {};
      const sent = { text, stored, field: id, writerId };
      const options = { draft: { kind: "text", ownerId: ticketId, sent } } as const;
      const messageId = await desk.send("message.send", { ticketId, body: text, ...withDraft }, options);
      answeredAt = null;
      Object.assign(field, { text: "", stored: "", line: null, isTouched: false });
      [kept, spentRev] = ["", shared?.rev ?? 0];
      return { id: messageId, text };
    },
    close() {
      for (const one of reading) one.unsubscribe();
    },
  };
}
