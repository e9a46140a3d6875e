import { liveQuery, type Table } from "dexie";
import type { RxCollection } from "rxdb";
import { from, type Observable } from "rxjs";
import { uuidv7 } from "uuidv7";
import { type DraftDocument, SENT_DRAFT_DAYS } from "../../../contracts/desk/drafts.ts";
import type { Clock } from "../clock.ts";
import { documents$ } from "../views/documents.ts";
import type { ChatDraft, Draft, NoteDraft, OutboxDatabase, SentMark } from "./databases.ts";

/** A reply (`text`) or a note of a ticket, or a message to colleagues. */
export type DraftKind = "text" | "note" | "chat";

/**
 * A text that leaves its field. `stored`: what the field last read from the device or stored there. `field`: names the
 * field among the user's tabs. `writerId`: this device.
 */
export type SentText = { text: string; stored: string; field: string; writerId: string };

/** The stored draft of a field, and what was sent in its conversation last. `isFixed`: the field does not show all of it. */
export type DraftState = {
  text: string;
  updatedAt: string | null;
  answeredAt: string | null;
  isFixed: boolean;
  line: string | null;
  isOpen: boolean;
  mark: SentMark | null;
};

/** Two messages of one field that are stored so soon after each other reach the other tabs as one event. */
const TOGETHER_MS = 2_000;
const DAY_MS = 86_400_000;

const markId = (kind: DraftKind, ownerId: string) => `${kind} ${ownerId}`;

const tableOf = (database: OutboxDatabase, kind: DraftKind): Table<Partial<Draft & NoteDraft & ChatDraft>, string> =>
  ({ text: database.drafts, note: database.noteDrafts, chat: database.chatDrafts })[kind] as Table;

/** Emits the stored draft with each change of it, of any tab. */
export function draftState$(database: OutboxDatabase, kind: DraftKind, ownerId: string): Observable<DraftState> {
  const table = tableOf(database, kind);
  const { sentMarks } = database;
  return from(
    liveQuery(() =>
      database.transaction("r", [table, sentMarks], async () => {
        const row = await table.get(ownerId);
        return {
          text: row?.text ?? "",
          updatedAt: row?.updatedAt ?? null,
          answeredAt: row?.answeredAt ?? null,
          isFixed: row?.kept !== undefined,
          line: row?.line ?? null,
          isOpen: row?.isOpen ?? false,
          mark: (await sentMarks.get(markId(kind, ownerId))) ?? null,
        };
      }),
    ),
  );
}

/** Returns the line of a text that replaces a stored one. `base`: as in `DraftWriting`. */
export const lineOf = (before: { text: string; line?: string } | undefined, base: string | null | undefined): string =>
  (before?.text === base && before?.line) || uuidv7();

/**
 * Deletes the stored draft whose text a command sends, and tells the other tabs, in the command's own transaction. A
 * draft that another tab has changed stays.
 */
export async function takeSentText(
  database: OutboxDatabase,
  { kind, ownerId, sent }: { kind: DraftKind; ownerId: string; sent?: SentText | undefined },
  at: string,
): Promise<void> {
  const table = tableOf(database, kind);
  if (!sent) return void (await table.delete(ownerId));
  const row = await table.get(ownerId);
  const sentTexts = [sent.text, sent.stored];
  if (row?.text !== undefined) {
    const own = row.kept === undefined ? row.text : row.text.slice(row.kept.length).trimStart();
    if (sentTexts.includes(row.text)) await table.delete(ownerId);
    else if (row.kept && sentTexts.includes(own)) await table.put({ ...row, text: row.kept });
    else await table.put({ ...row, answeredAt: at });
  }
  const id = markId(kind, ownerId);
  const before = await database.sentMarks.get(id);
  const isTogether = before?.field === sent.field && Date.parse(at) - Date.parse(before.at) < TOGETHER_MS;
  await database.sentMarks.put({
    ...(before?.pulled !== undefined && { pulled: before.pulled }),
    id,
    event: uuidv7(),
    at,
    texts: [...new Set([...sentTexts, ...(isTogether ? before.texts : [])])],
    field: sent.field,
    own: sent.writerId,
  });
}

/**
 * Clears the drafts of this device that were sent on another device of the user, as the pulled documents say. A draft
 * that was changed here meanwhile stays, marked as answered. Returns a function that ends it.
 */
export function followSentDrafts(
  collection: RxCollection<DraftDocument>,
  database: OutboxDatabase,
  clock: Clock,
): () => Promise<void> {
  let handled: ReadonlySet<DraftDocument> = new Set();
  const oldest = new Date(clock.now() - (SENT_DRAFT_DAYS + 1) * DAY_MS).toISOString();
  let running: PromiseLike<unknown> = database.sentMarks.where("at").below(oldest).delete();
  const subscription = documents$<DraftDocument>(collection, { selector: {} }).subscribe((pulled) => {
    const news = pulled.filter((document) => !handled.has(document));
    handled = new Set(pulled);
    if (news.length > 0) running = running.then(() => takePulled(news, database)).then(undefined, console.error);
  });
  return async () => {
    subscription.unsubscribe();
    await running;
  };
}

async function takePulled(pulled: readonly DraftDocument[], database: OutboxDatabase): Promise<void> {
  const { drafts, sentMarks } = database;
  await database.transaction("rw", [drafts, sentMarks], async () => {
    const own = await drafts.bulkGet(pulled.map(({ id }) => id));
    const marks = await sentMarks.bulkGet(pulled.map(({ id }) => markId("text", id)));
    for (const [index, document] of pulled.entries()) {
      const draft = own[index];
      if (draft && draft.text === document.text && draft.sharedRev !== document.rev)
        await drafts.update(document.id, { sharedRev: document.rev });
      if (document.sent) await takePulledMark(database, { ...document, sent: document.sent }, draft, marks[index]);
    }
  });
}

async function takePulledMark(
  { drafts, sentMarks }: OutboxDatabase,
  { id, sent }: DraftDocument & Required<Pick<DraftDocument, "sent">>,
  draft: Draft | undefined,
  mark: SentMark | undefined,
): Promise<void> {
  const pulled = `${sent.writerId} ${sent.at}`;
  if (mark?.pulled === pulled) return;
  // The other tabs have had it from the outbox.
  if (mark?.own === sent.writerId) return void (await sentMarks.put({ ...mark, pulled }));
  const wasSeen = draft?.sharedRev !== undefined && draft.sharedRev <= sent.baseRev;
  const isSent = draft !== undefined && !draft.kept && (draft.text === sent.text || wasSeen);
  if (isSent) await drafts.delete(id);
  else if (draft) await drafts.update(id, { answeredAt: sent.at });
  const texts = isSent ? [sent.text, draft.text] : [sent.text];
  await sentMarks.put({ ...mark, id: markId("text", id), event: pulled, pulled, at: sent.at, texts, field: "" });
}
