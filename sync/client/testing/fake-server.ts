import type { Command, CommandResult } from "../../../contracts/commands/index.ts";
import {
  compareMessages,
  FROM_NEWEST,
  type MessageRow,
  OLDER_PAGE,
  THREAD_TAIL,
  type ThreadUpdate,
} from "../../../contracts/desk/messages.ts";
import { CHAT_TAIL, type ChatMessageRow } from "../../../contracts/office/chats.ts";
import type {
  Changes,
  ChangesPart,
  ChangesRequest,
  Checkpoint,
  CollectionName,
  LogPosition,
  StreamEvent,
} from "../../../contracts/sync.ts";
import { latency } from "../../../contracts/testing/latency.ts";
import type { ApiFetch, OpenStream } from "../desk-types.ts";
import { givenChatMessage, givenMessage } from "./given.ts";

/** The error that `apiFetch` throws on a refusal. */
class Refused extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

type Refusal = { code: string; details: unknown };
const none = { code: null, details: undefined };
type Entry = { id: string; rev: number; deleted: boolean; document: Record<string, unknown> };
export type FakeServer = ReturnType<typeof createFakeServer>;

/**
 * An in-memory server for the sync contracts with a network that can be cut. It has no business rules: a test defines
 * the effect of commands in `onCommand`.
 */
export function createFakeServer() {
  const stores = new Map<CollectionName, Map<string, Entry>>();
  const rows = new Map<string, Map<string, { row: MessageRow; rev: number }>>();
  const chatRows = new Map<string, { row: ChatMessageRow; rev: number }[]>();
  const uploads = new Map<string, { bytes: Uint8Array[]; offset: number; complete: boolean }>();
  const answers = new Map<string, CommandResult>();
  const listeners = new Set<(event: StreamEvent) => void>();
  const log: { collection: CollectionName; id: string; rev: number }[] = [];
  let rev = 0;
  const server = {
    online: true,
    scope: "scope-1",
    /** Checkpoints below are too old. */
    logStart: 0,
    applied: [] as Command[],
    requests: [] as string[],
    batches: [] as Command[][],
    files: new Map<string, Uint8Array>(),
    /** Drops the request or the answer. */
    fault: (_path: string): "request" | "answer" | null => null,
    /** Returns a refusal's code, also with its details, or nothing. */
    onCommand: (_command: Command): string | Refusal | undefined => undefined,
    /** Returns a status for the whole batch, or nothing. */
    onBatch: (_commands: Command[]): number | undefined => undefined,
    rev: () => rev,
    put,
    remove,
    message,
    chatMessage,
    poke: (...collections: CollectionName[]) => emit({ type: "poke", collections, rev }),
    emit,
    apiFetch: (async (path, init) => {
      const url = new URL(path, "http://desk.test");
      server.requests.push(`${init?.method ?? "GET"} ${url.pathname}`);
      await latency(1);
      init?.signal?.throwIfAborted();
      const fault = server.fault(url.pathname);
      if (!server.online || fault === "request") throw new TypeError("The network is down.");
      const answer = await answerTo(url, init);
      if (!server.online || fault === "answer") throw new TypeError("The answer was lost.");
      return answer;
    }) satisfies ApiFetch as ApiFetch,
    openStream: ((onEvent, onState) => {
      listeners.add(onEvent);
      queueMicrotask(() => onState(true));
      return () => listeners.delete(onEvent);
    }) satisfies OpenStream as OpenStream,
  };

  function emit(event: StreamEvent) {
    for (const listener of listeners) listener(event);
  }

  function store(collection: CollectionName) {
    const found = stores.get(collection) ?? new Map<string, Entry>();
    stores.set(collection, found);
    return found;
  }

  function advance(collection: CollectionName, id: string) {
    rev += 1;
    log.push({ collection, id, rev });
  }

  function put(collection: CollectionName, document: { id: string; [field: string]: unknown }) {
    advance(collection, document.id);
    store(collection).set(document.id, { id: document.id, rev, deleted: false, document: { ...document, rev } });
    return rev;
  }

  function remove(collection: CollectionName, id: string) {
    advance(collection, id);
    store(collection).set(id, { id, rev, deleted: true, document: {} });
    return rev;
  }

  function message(ticketId: string, change: Partial<MessageRow> = {}) {
    const row = givenMessage({ ticketId, ...change });
    const thread = rows.get(ticketId) ?? new Map();
    rows.set(ticketId, thread);
    advance("threads", ticketId);
    thread.set(row.id, { row, rev });
    store("threads").set(ticketId, { id: ticketId, rev, deleted: false, document: {} });
    return row;
  }

  /** Adds a message to a chat's thread with the next number; null adds none and makes the thread known. */
  function chatMessage(chatId: string, change: Partial<ChatMessageRow> | null = {}) {
    const list = chatRows.get(chatId) ?? [];
    chatRows.set(chatId, list);
    advance("chatThreads", chatId);
    const row = givenChatMessage({ chatId, seq: list.length + 1, ...change });
    if (change) list.push({ row, rev });
    store("chatThreads").set(chatId, { id: chatId, rev, deleted: false, document: {} });
    return row;
  }

  function chatThread(id: string, since: number | null, before = Number.POSITIVE_INFINITY) {
    const all = (chatRows.get(id) ?? []).filter(({ row }) => row.seq < before);
    const picked = since === null ? all.slice(-CHAT_TAIL) : all.filter((entry) => entry.rev > since);
    const whole = since === null && before === Number.POSITIVE_INFINITY;
    const messages = picked.map(({ row }) => row);
    return { id, rev: store("chatThreads").get(id)?.rev ?? 0, whole, hasOlder: all.length > CHAT_TAIL, messages };
  }

  function thread(id: string, since: number | null): ThreadUpdate {
    const all = [...(rows.get(id)?.values() ?? [])].sort((a, b) => compareMessages(a.row, b.row));
    const picked = since === null ? all.slice(-THREAD_TAIL) : all.filter((entry) => entry.rev > since);
    return {
      id,
      rev: store("threads").get(id)?.rev ?? 0,
      whole: since === null,
      hasOlder: all.length > THREAD_TAIL,
      messages: picked.map(({ row }) => row),
    };
  }

  async function answerTo(url: URL, init: RequestInit | undefined): Promise<Response> {
    const [, area, name = ""] = url.pathname.split("/");
    if (area === "uploads") return Response.json(await takeUpload(name, url, init));
    if (area === "media") return new Response(new Blob([`file ${name}`]));
    if (name === "commands") return Response.json(takeCommands(init));
    if (name === "changes") return Response.json(changes(url.searchParams));
    const ids = url.searchParams.get("ids");
    const from = url.searchParams.get("before");
    if (name === "threads" && ids !== null && from !== null)
      return Response.json({ documents: [olderMessages(ids, from)] });
    if (name === "threads" && ids !== null) {
      const present = ids.split(",").filter((id) => rows.has(id) && !store("threads").get(id)?.deleted);
      return Response.json({ documents: present.map((id) => thread(id, null)) });
    }
    if (name === "chatThreads" && ids !== null) {
      const before = Number(url.searchParams.get("before") ?? Number.POSITIVE_INFINITY);
      const present = ids.split(",").filter((id) => chatRows.has(id) && !store("chatThreads").get(id)?.deleted);
      return Response.json({ documents: present.map((id) => chatThread(id, null, before)) });
    }
    return Response.json(pull(name as CollectionName, url.searchParams));
  }

  function changes(query: URLSearchParams): Changes {
    const { scope, at } = JSON.parse(query.get("since") ?? "{}") as ChangesRequest;
    const parts: Changes["parts"] = {};
    for (const [name, [from]] of Object.entries(at) as [CollectionName, LogPosition][]) {
      if (server.fault(`/sync/${name}`)) throw new Refused(500, "ERR_INTERNAL");
      if (scope === server.scope && from < server.logStart) {
        parts[name] = { documents: [], refused: "ERR_CHECKPOINT_TOO_OLD" };
        continue;
      }
      const checkpoint = JSON.stringify({ phase: "live", rev: from, scope });
      const page = pull(name, new URLSearchParams({ checkpoint, limit: query.get("limit") ?? "" }));
      const to: LogPosition = [page.checkpoint.rev, null];
      parts[name] = { documents: page.documents as ChangesPart["documents"], ...(page.hasMore && { to }) };
    }
    return { scope, to: [rev, null], parts };
  }

  function pull(collection: CollectionName, query: URLSearchParams) {
    const text = query.get("checkpoint");
    const limit = Number(query.get("limit"));
    const checkpoint: Checkpoint = text ? JSON.parse(text) : { phase: "boot", rev, scope: server.scope };
    if (checkpoint.scope !== server.scope) throw new Refused(409, "ERR_SCOPE_CHANGED");
    if (checkpoint.rev < server.logStart) throw new Refused(410, "ERR_CHECKPOINT_TOO_OLD");
    const entries = [...store(collection).values()];
    if (checkpoint.phase === "boot") return bootPage(collection, entries, checkpoint, limit);
    const since = checkpoint.rev;
    const ids = new Set<string>();
    const ahead = log.filter((change) => change.collection === collection && change.rev > since);
    const end = ahead.findIndex(({ id }) => ids.add(id).size > limit);
    const stretch = end === -1 ? ahead : ahead.slice(0, end);
    const last = end === -1 ? rev : (stretch.at(-1)?.rev ?? rev);
    const touched = new Set(stretch.map(({ id }) => id));
    const documents = entries.filter(({ id }) => touched.has(id)).map((entry) => documentOf(collection, entry, since));
    return { documents, checkpoint: { phase: "live", rev: last, scope: server.scope }, hasMore: last < rev };
  }

  function bootPage(collection: CollectionName, entries: Entry[], checkpoint: Checkpoint, limit: number) {
    const keyOf = (entry: Entry) => `${entry.document.sortKey ?? ""}|${entry.id}`;
    const { before } = checkpoint;
    const rest = entries
      .filter((entry) => !entry.deleted && (!before || keyOf(entry) > `${before[0]}|${before[1]}`))
      .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
    const page = rest.slice(0, limit);
    const last = page.at(-1);
    const more = rest.length > limit && last;
    const next = more ? [String(last.document.sortKey ?? ""), last.id] : undefined;
    return {
      documents: page.map((entry) => documentOf(collection, entry, null)),
      checkpoint: { phase: more ? "boot" : "live", rev: checkpoint.rev, scope: server.scope, before: next },
      hasMore: Boolean(more) || checkpoint.rev < rev,
    };
  }

  function documentOf(collection: CollectionName, entry: Entry, since: number | null) {
    if (entry.deleted) return { id: entry.id, _deleted: true };
    if (collection === "chatThreads") return chatThread(entry.id, since);
    return collection === "threads" ? thread(entry.id, since) : entry.document;
  }

  function takeCommands(init: RequestInit | undefined) {
    const { commands } = JSON.parse(String(init?.body)) as { commands: Command[] };
    server.batches.push(commands);
    const status = server.onBatch(commands);
    if (status) throw new Refused(status, status === 400 ? "ERR_VALIDATION" : "ERR_INTERNAL");
    return { results: commands.map(takeCommand) };
  }

  function takeCommand(command: Command): CommandResult {
    const known = answers.get(command.id);
    if (known) return { ...known, status: "duplicate" };
    const refusal = server.onCommand(command) ?? null;
    const { code, details } = typeof refusal === "string" ? { code: refusal, details: undefined } : (refusal ?? none);
    if (!code) server.applied.push(command);
    const answer: CommandResult = {
      id: command.id,
      status: code ? "rejected" : "applied",
      rev: code ? null : rev,
      code,
      ...(details !== undefined && { details }),
    };
    answers.set(command.id, answer);
    return answer;
  }

  async function takeUpload(id: string, url: URL, init: RequestInit | undefined) {
    const upload = uploads.get(id);
    if (init?.method !== "PUT") {
      if (!upload) throw new Refused(404, "ERR_NO_FILE_FOUND");
      return { id, offset: upload.offset, complete: upload.complete, kind: null };
    }
    const current = upload ?? { bytes: [], offset: 0, complete: false };
    uploads.set(id, current);
    const bytes = new Uint8Array(await new Response(init.body).arrayBuffer());
    if (Number(url.searchParams.get("offset")) === current.offset) {
      current.bytes.push(bytes);
      current.offset += bytes.length;
    }
    current.complete = current.offset === Number(url.searchParams.get("size"));
    if (current.complete)
      server.files.set(id, new Uint8Array(await new Blob(current.bytes as BlobPart[]).arrayBuffer()));
    return { id, offset: current.offset, complete: current.complete, kind: null };
  }

  function olderMessages(ticketId: string, before: string) {
    const all = [...(rows.get(ticketId)?.values() ?? [])].map(({ row }) => row).sort(compareMessages);
    const end = before === FROM_NEWEST ? all.length : all.findIndex(({ id }) => id === before);
    if (end === -1) throw new Refused(404, "ERR_NO_MESSAGE_FOUND");
    const messages = all.slice(Math.max(0, end - OLDER_PAGE), end);
    return { id: ticketId, whole: false, hasOlder: end > OLDER_PAGE, messages };
  }

  return server;
}
