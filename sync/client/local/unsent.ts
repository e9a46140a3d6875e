import { liveQuery } from "dexie";
import { combineLatest, from, map, type Observable } from "rxjs";
import { uuidv7 } from "uuidv7";
import type { Clock } from "../clock.ts";
import type { EditDraft, FileBlob, FileDraft, NoteDraft, OutboxDatabase, VoiceDraft, VoicePart } from "./databases.ts";
import { textWith } from "./draft.ts";
import { storeAtHide } from "./last-texts.ts";
import { type DraftKind, draftState$, lineOf, type SentText, takeSentText } from "./sent-drafts.ts";

/** A text that a command sends. Without `sent`, whatever is stored of it is deleted. */
export type SentTextDraft = { kind: DraftKind; ownerId: string; sent?: SentText };
/** Names the draft that a command sends. */
export type SentDraft =
  | SentTextDraft
  /** `caption`: the text draft that is the file's caption and goes with it. */
  | { kind: "file"; id: string; caption?: SentTextDraft | null }
  | { kind: "edit"; ticketId: string }
  | { kind: "voice"; id: string; ownerId: string };

export type RecordedPart = { bytes: Uint8Array<ArrayBuffer>; levels: number[]; seconds: number };
/** The audio of a stored recording, with all its loudness values. */
export type StoredVoice = VoiceDraft & { blob: Blob; levels: number[] };
/** Deleted drafts, as `restore` takes them. */
export type RemovedFile = { draft: FileDraft; content: FileBlob };
export type RemovedVoice = { draft: VoiceDraft; parts: VoicePart[] };

export type Unsent = ReturnType<typeof createUnsent>;

/** Everything that was recorded or chosen in a ticket or chat and not sent yet. It never leaves this device. */
export function createUnsent(database: OutboxDatabase, clock: Clock) {
  const { noteDrafts, editDrafts } = database;

  const setNote = (note: NoteDraft, base?: string | null): Promise<void> =>
    database.transaction("rw", noteDrafts, async () => {
      const before = await noteDrafts.get(note.ticketId);
      const text = textWith(before, note.text, base);
      if (text) await noteDrafts.put({ ...note, text, line: lineOf(before, base) });
      else await noteDrafts.delete(note.ticketId);
    });
  const setEdit = async (edit: EditDraft): Promise<void> => void (await editDrafts.put(edit));

  return {
    note: {
      get: async (ticketId: string): Promise<NoteDraft | null> => (await noteDrafts.get(ticketId)) ?? null,
      /** An empty text deletes the draft. `base`: as in `DraftWriting`. */
      set: setNote,
      /** As `set`, while the page is being closed. */
      setAtHide({ ticketId: ownerId, text, ...writing }: NoteDraft, base: string | null): Promise<void> {
        const last = { kind: "note", ownerId, text, writing: { ...writing, base } } as const;
        return storeAtHide(database, clock.now(), last, () => setNote({ ticketId: ownerId, text, ...writing }, base));
      },
      /** The stored note, with each change by any tab. */
      state$: (ticketId: string) => draftState$(database, "note", ticketId),
    },
    /** The edit of a sent message that is under way in a ticket. */
    edit: {
      get: async (ticketId: string): Promise<EditDraft | null> => (await editDrafts.get(ticketId)) ?? null,
      set: setEdit,
      setAtHide: (edit: EditDraft): Promise<void> =>
        storeAtHide(database, clock.now(), { kind: "edit", edit }, () => setEdit(edit)),
      remove: (ticketId: string): Promise<void> => editDrafts.delete(ticketId),
    },
    files: unsentFiles(database),
    voice: unsentVoice(database, clock),
  };
}

/** The files that were chosen. */
function unsentFiles(database: OutboxDatabase) {
  const { fileDrafts, fileBlobs } = database;
  return {
    /** In the order of choice. */
    of$: (ownerId: string): Observable<FileDraft[]> =>
      from(liveQuery(() => fileDrafts.where("ownerId").equals(ownerId).sortBy("id"))),
    /** Returns the content; null when the file was sent or removed. */
    blob: async (id: string): Promise<Blob | null> => (await fileBlobs.get(id))?.blob ?? null,
    add: (ownerId: string, files: readonly File[]): Promise<void> =>
      database.transaction("rw", fileDrafts, fileBlobs, async () => {
        for (const file of files) {
          const id = uuidv7();
          const { name, type: mimetype, size } = file;
          await fileDrafts.add({ id, ownerId, name, mimetype, size, caption: "" });
          await fileBlobs.add({ id, blob: file });
        }
      }),
    async caption(id: string, caption: string): Promise<void> {
      await fileDrafts.update(id, { caption });
    },
    remove: (id: string): Promise<RemovedFile | null> =>
      database.transaction("rw", fileDrafts, fileBlobs, async () => {
        const [draft, content] = [await fileDrafts.get(id), await fileBlobs.get(id)];
        await fileDrafts.delete(id);
        await fileBlobs.delete(id);
        return draft && content ? { draft, content } : null;
      }),
    restore: ({ draft, content }: RemovedFile): Promise<void> =>
      database.transaction("rw", fileDrafts, fileBlobs, async () => {
        await fileDrafts.put(draft);
        await fileBlobs.put(content);
      }),
  };
}

/** The recordings, one of each ticket or chat. */
function unsentVoice(database: OutboxDatabase, clock: Clock) {
  const { voiceDrafts, voiceParts } = database;
  const partsOf = (draftId: string) => voiceParts.where("draftId").equals(draftId).sortBy("order");
  return {
    of$: (ownerId: string): Observable<VoiceDraft | null> =>
      from(liveQuery(async () => (await voiceDrafts.get(ownerId)) ?? null)),
    get: async (ownerId: string): Promise<VoiceDraft | null> => (await voiceDrafts.get(ownerId)) ?? null,
    /** Returns the recording with its audio; null when there is none. */
    read: (ownerId: string): Promise<StoredVoice | null> =>
      database.transaction("r", voiceDrafts, voiceParts, async () => {
        const draft = await voiceDrafts.get(ownerId);
        if (!draft) return null;
        const parts = await partsOf(draft.id);
        const blob = new Blob(
          parts.map(({ bytes }) => bytes),
          { type: "audio/mpeg" },
        );
        return { ...draft, blob, levels: parts.flatMap(({ levels }) => levels) };
      }),
    /** Appends to the recording, or begins one. Call it while recording: a killed browser loses only what follows. */
    append: (ownerId: string, sampleRate: number, { bytes, levels, seconds }: RecordedPart): Promise<void> =>
      database.transaction("rw", voiceDrafts, voiceParts, async () => {
        const before = (await voiceDrafts.get(ownerId)) ?? { ownerId, id: uuidv7(), sampleRate, seconds: 0 };
        await voiceParts.add({ draftId: before.id, bytes, levels });
        const updatedAt = new Date(clock.now()).toISOString();
        await voiceDrafts.put({ ...before, seconds: before.seconds + seconds, updatedAt });
      }),
    remove: (ownerId: string): Promise<RemovedVoice | null> =>
      database.transaction("rw", voiceDrafts, voiceParts, async () => {
        const draft = await voiceDrafts.get(ownerId);
        if (!draft) return null;
        const parts = await partsOf(draft.id);
        await voiceDrafts.delete(ownerId);
        await voiceParts.bulkDelete(parts.map(({ order }) => order));
        return { draft, parts };
      }),
    /** Puts a deleted recording back; one that was begun since then stays behind it. */
    restore: ({ draft, parts }: RemovedVoice): Promise<void> =>
      database.transaction("rw", voiceDrafts, voiceParts, async () => {
        const newer = await voiceDrafts.get(draft.ownerId);
        const newerParts = newer ? await partsOf(newer.id) : [];
        await voiceParts.bulkPut(parts);
        await voiceParts
          .where("draftId")
          .equals(newer?.id ?? "")
          .modify({ draftId: draft.id });
        // The old parts have lower numbers than those recorded since then.
        const seconds = draft.seconds + (newerParts.length > 0 ? (newer?.seconds ?? 0) : 0);
        await voiceDrafts.put({ ...draft, seconds });
      }),
  };
}

/** The tables of what was begun in a ticket or chat, apart from the drafts of texts. */
const begunTables = ({ noteDrafts, editDrafts, fileDrafts, fileBlobs, voiceDrafts, voiceParts }: OutboxDatabase) => [
  noteDrafts,
  editDrafts,
  fileDrafts,
  fileBlobs,
  voiceDrafts,
  voiceParts,
];

/**
 * Moves the note, files and recording of a ticket to another one, behind what was begun there. Joins the caller's
 * transaction when it has these tables.
 */
export function moveUnsent(database: OutboxDatabase, from: string, to: string): Promise<void> {
  const { noteDrafts, editDrafts, fileDrafts, voiceDrafts, voiceParts } = database;
  return database.transaction("rw", begunTables(database), async () => {
    const edit = await editDrafts.get(from);
    if (edit && !(await editDrafts.get(to))) await editDrafts.put({ ...edit, ticketId: to });
    await editDrafts.delete(from);
    const [note, noteThere] = [await noteDrafts.get(from), await noteDrafts.get(to)];
    if (note) {
      const text = noteThere ? `${noteThere.text}\n\n${note.text}` : note.text;
      await noteDrafts.put({ ...note, ticketId: to, text });
      await noteDrafts.delete(from);
    }
    await fileDrafts.where("ownerId").equals(from).modify({ ownerId: to });
    const [voice, voiceThere] = [await voiceDrafts.get(from), await voiceDrafts.get(to)];
    if (!voice) return;
    // Parts of both play in the order in which they were recorded.
    if (voiceThere) await voiceParts.where("draftId").equals(voice.id).modify({ draftId: voiceThere.id });
    const seconds = voice.seconds + (voiceThere?.seconds ?? 0);
    await voiceDrafts.put({ ...(voiceThere ?? voice), ownerId: to, seconds, updatedAt: voice.updatedAt });
    await voiceDrafts.delete(from);
  });
}

/** Deletes the note, files and recording of a ticket or chat that does not exist any more. */
export function discardUnsent(database: OutboxDatabase, ownerId: string): Promise<void> {
  const { noteDrafts, editDrafts, fileDrafts, fileBlobs, voiceDrafts, voiceParts } = database;
  return database.transaction("rw", begunTables(database), async () => {
    await noteDrafts.delete(ownerId);
    await editDrafts.delete(ownerId);
    await fileBlobs.bulkDelete(await fileDrafts.where("ownerId").equals(ownerId).primaryKeys());
    await fileDrafts.where("ownerId").equals(ownerId).delete();
    const voice = await voiceDrafts.get(ownerId);
    if (voice) await voiceParts.where("draftId").equals(voice.id).delete();
    await voiceDrafts.delete(ownerId);
  });
}

/** The draft as a conversation's row shows it. `files`: the first file's type, and the caption. */
export type BegunDraft =
  | { kind: "text" | "note"; text: string }
  | { kind: "voice"; seconds: number }
  | { kind: "files"; mimetype: string; count: number; text: string };

/** Adds recordings, files and notes to the drafts of texts. What would be sent first is shown. */
export function withUnsent(
  texts$: Observable<ReadonlyMap<string, string>>,
  { noteDrafts, fileDrafts, voiceDrafts }: OutboxDatabase,
): Observable<ReadonlyMap<string, BegunDraft>> {
  const notes$ = from(liveQuery(() => noteDrafts.toArray()));
  const files$ = from(liveQuery(() => fileDrafts.orderBy("id").toArray()));
  const voices$ = from(liveQuery(() => voiceDrafts.toArray()));
  return combineLatest([texts$, notes$, files$, voices$]).pipe(
    map(([texts, notes, files, voices]) => {
      const begun = new Map<string, BegunDraft>();
      for (const { ticketId, text } of notes) begun.set(ticketId, { kind: "note", text });
      for (const [ticketId, text] of texts) if (text.trim()) begun.set(ticketId, { kind: "text", text });
      // The first file of each comes last.
      for (const { ownerId, mimetype, caption } of files.toReversed()) {
        const before = begun.get(ownerId);
        const count = before?.kind === "files" ? before.count + 1 : 1;
        const text = caption || (texts.get(ownerId) ?? "");
        begun.set(ownerId, { kind: "files", mimetype, count, text });
      }
      for (const { ownerId, seconds } of voices)
        if (begun.get(ownerId)?.kind !== "text") begun.set(ownerId, { kind: "voice", seconds });
      return begun;
    }),
  );
}

/**
 * Deletes the draft that a command sends, in the command's own transaction: a draft is sent once, and is still there
 * when the command could not be stored. Returns false when a recording or file is not there any more: another tab
 * has sent it. `at`: now.
 */
export async function takeSent(database: OutboxDatabase, sent: SentDraft, at: string): Promise<boolean> {
  const { editDrafts, fileDrafts, fileBlobs, voiceDrafts, voiceParts } = database;
  switch (sent.kind) {
    case "text":
    case "note":
    case "chat":
      await takeSentText(database, sent, at);
      return true;
    case "edit":
      await editDrafts.delete(sent.ticketId);
      return true;
    case "file": {
      const isHere = (await fileDrafts.where("id").equals(sent.id).delete()) > 0;
      await fileBlobs.delete(sent.id);
      if (isHere && sent.caption) await takeSentText(database, sent.caption, at);
      return isHere;
    }
    case "voice": {
      const present = await voiceDrafts.get(sent.ownerId);
      if (present?.id !== sent.id) return false;
      await voiceDrafts.delete(sent.ownerId);
      await voiceParts.where("draftId").equals(sent.id).delete();
      return true;
    }
  }
}
