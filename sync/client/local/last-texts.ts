import { firstValueFrom } from "rxjs";
import { uuidv7 } from "uuidv7";
import type { DeviceDesk } from "../desk-types.ts";
import type { EditDraft, NoteDraft, OutboxDatabase } from "./databases.ts";
import type { DraftWriting } from "./draft.ts";
import { withStored } from "./follow-draft.ts";
import type { DraftState } from "./sent-drafts.ts";

/** A text that was not stored yet when its page was hidden, as its field stores it. */
type LastWriting =
  | { kind: "text" | "chat"; ownerId: string; text: string; writing: DraftWriting }
  | { kind: "note"; ownerId: string; text: string; writing: Pick<NoteDraft, "isOpen"> & DraftWriting }
  | { kind: "edit"; edit: EditDraft };
/** `at`: when the page was hidden. */
export type LastText = { id: string; at: string } & LastWriting;

/**
 * Stores a text while its page is being closed, and stores it as usual with `store`. A page that ends can do no more
 * than ask: a transaction that reads first is aborted with it, one that only writes and commits is not. A text that
 * `store` did not finish is put into its draft by `takeLastTexts` when the desk is opened again.
 */
export function storeAtHide(
  database: OutboxDatabase,
  now: number,
  writing: LastWriting,
  store: () => Promise<void>,
): Promise<void> {
  const row: LastText = { ...writing, id: uuidv7(), at: new Date(now).toISOString() };
  const isAsked = database.isOpen() && ask(database.backendDB(), row);
  return store().then(() => (isAsked ? database.lastTexts.delete(row.id) : undefined));
}

/** Returns false when the device does not store. */
function ask(database: IDBDatabase, row: LastText): boolean {
  try {
    const transaction = database.transaction("lastTexts", "readwrite");
    transaction.objectStore("lastTexts").put(row);
    transaction.commit();
    return true;
  } catch {
    return false;
  }
}

type LocalDesk = Pick<DeviceDesk, "draft" | "chatDraft" | "unsent">;

/** Puts the texts that a closed page could not store into their drafts. One that fails is tried again at the next start. */
export async function takeLastTexts({ lastTexts }: OutboxDatabase, desk: LocalDesk): Promise<void> {
  for (const row of await lastTexts.orderBy("id").toArray()) {
    try {
      if (row.kind === "edit") await takeEdit(row.edit, desk);
      else await takeText(row, desk);
      await lastTexts.delete(row.id);
    } catch (error) {
      // The desk opens without this text.
      console.error(error);
    }
  }
}

async function takeText(row: Exclude<LastText, { kind: "edit" }>, desk: LocalDesk): Promise<void> {
  const { kind, ownerId } = row;
  const draft = kind === "chat" ? desk.chatDraft(ownerId) : kind === "note" ? null : desk.draft(ownerId);
  const now = await firstValueFrom(draft ? draft.state$() : desk.unsent.note.state$(ownerId));
  const taken = textOf(row, now);
  if (taken === null) return;
  const writing = { ...row.writing, answeredAt: taken.answeredAt, base: now.text };
  if (row.kind !== "note") await draft?.set(taken.text, writing);
  else {
    const { isOpen } = row.writing;
    await desk.unsent.note.set({ ticketId: ownerId, text: taken.text, isOpen, answeredAt: taken.answeredAt }, now.text);
  }
}

/**
 * Returns the draft with the text of the closed page; null: it stays as it is. A text that another tab has stored
 * meanwhile stays in front; two tabs that start at once add the text once.
 */
function textOf({ text, at, writing }: Exclude<LastText, { kind: "edit" }>, now: DraftState) {
  const { base = "", answeredAt = null } = writing;
  const sentSince = now.mark && now.mark.at > at ? now.mark : null;
  if ((text !== "" && withStored(now.text, text) === now.text) || sentSince?.texts.includes(text)) return null;
  if (now.text === base) return { text, answeredAt };
  if (text === "") return null;
  if (now.text === "") return { text, answeredAt: sentSince?.at ?? answeredAt };
  return { text: withStored(now.text, text), answeredAt: now.answeredAt };
}

/** An edit that is not there any more was stored or left in another tab. */
async function takeEdit(edit: EditDraft, { unsent }: LocalDesk): Promise<void> {
  if ((await unsent.edit.get(edit.ticketId))?.messageId === edit.messageId) await unsent.edit.set(edit);
}
