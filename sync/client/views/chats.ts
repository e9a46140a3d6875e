import { auditTime, combineLatest, distinctUntilChanged, map, type Observable, of, switchMap } from "rxjs";
import type { SessionUser } from "../../../contracts/account/session.ts";
import type { UserRef } from "../../../contracts/desk/refs.ts";
import type { ChatDocument, ChatMessageRow } from "../../../contracts/office/chats.ts";
import type { DocumentDatabase } from "../cache/documents.ts";
import { refsQuery } from "../cache/queries.ts";
import type { ApiFetch, ChatSearchView, ChatThreadView, ChatView } from "../desk-types.ts";
import type { CacheDatabase } from "../local/databases.ts";
import { createHistory } from "../local/history.ts";
import { chatOf, type OutboxRecord } from "../outbox/entry.ts";
import { chatMessages, withSameObjects } from "../pending/chat-threads.ts";
import { chatView, compareChats } from "../pending/chats.ts";
import { findInChats } from "../search/chat-search.ts";
import { chatThreads as kind, type Thread } from "../thread-kinds.ts";
import { document$, documents$, documentsById$ } from "./documents.ts";
import { fetchOlderChat } from "./older-chat-messages.ts";
import { createOlderPages } from "./older-pages.ts";

type ChatViewDeps = {
  user: SessionUser;
  documents: DocumentDatabase;
  cache: CacheDatabase;
  records$: Observable<OutboxRecord[]>;
  apiFetch: ApiFetch;
  /** Called when the device shows a chat whose thread it does not have. */
  onMissing(chatId: string): void;
};
type ChatThread = Thread<ChatMessageRow>;

const HITS = 20;
/** Searches again after writes, at most this often. */
const LOOK_AGAIN_MS = 200;

export function createChatViews({ user, documents, cache, records$, apiFetch, onMissing }: ChatViewDeps) {
  const { chats, chatThreads, refs } = documents.collections;
  const author = { userId: user.id, userName: user.name };
  const { older$, loadOlder } = createOlderPages<ChatMessageRow>({
    cache,
    history: createHistory(cache, kind),
    kind,
    thread: async (id) => (await chatThreads.findOne(id).exec())?.toJSON() as ChatThread | undefined,
    fetchOlder: (id, known) => fetchOlderChat(apiFetch, id, known),
  });

  /** The commands by chat; emits only when they change. */
  const commands$ = records$.pipe(map(byChat), distinctUntilChanged(haveSame));

  /** The chats with commands in the outbox, as they are shown; null: being deleted. */
  const touched$: Observable<ReadonlyMap<string, ChatView | null>> = commands$.pipe(
    switchMap((commands) => {
      if (commands.size === 0) return of(new Map<string, ChatView | null>());
      const ids = [...commands.keys()];
      return combineLatest([
        documentsById$<ChatDocument>(chats, ids),
        documentsById$<ChatThread>(chatThreads, ids),
        documents$(refs, refsQuery("user")) as unknown as Observable<UserRef[]>,
      ]).pipe(
        map(([pulled, threads, users]) => {
          const names = new Map(users.map(({ id, name }) => [id, name]));
          const reader = {
            ...author,
            nameOf: (id: string) => names.get(id) ?? "",
            messages: (id: string) => threads.get(id)?.messages ?? [],
          };
          return new Map([...commands].map(([id, list]) => [id, chatView(pulled.get(id) ?? null, list, reader)]));
        }),
      );
    }),
  );

  function chats$(): Observable<ChatView[]> {
    return combineLatest([documents$<ChatDocument>(chats, { selector: {} }), touched$]).pipe(
      map(([pulled, touched]) => {
        const rest = pulled.filter(({ id }) => !touched.has(id)).map(untouched);
        return [...rest, ...[...touched.values()].filter((view) => view !== null)].sort(compareChats);
      }),
    );
  }

  function chat$(id: string): Observable<ChatView | null> {
    return combineLatest([document$<ChatDocument>(chats, id), touched$]).pipe(
      map(([pulled, touched]) => (touched.has(id) ? (touched.get(id) ?? null) : pulled && untouched(pulled))),
      distinctUntilChanged(),
    );
  }

  function chatThread$(chatId: string): Observable<ChatThreadView> {
    let asked = false;
    let shown: ChatThreadView["messages"] = [];
    const thread$ = document$<ChatThread>(chatThreads, chatId);
    return combineLatest([thread$, older$(chatId), commands$]).pipe(
      map(([thread, older, commands]) => {
        const ofChat = commands.get(chatId) ?? [];
        if (!thread && !asked && !ofChat.some(({ type }) => type === "chat.create")) {
          asked = true;
          onMissing(chatId);
        }
        const hasOlder = older.hasOlder ?? thread?.hasOlder ?? false;
        shown = withSameObjects(chatMessages([...older.rows, ...(thread?.messages ?? [])], ofChat, author), shown);
        const isKnown = Boolean(thread) || ofChat.some(({ type }) => type === "chat.create");
        return { messages: shown, hasOlder, endsHere: older.endsHere && hasOlder, isKnown };
      }),
    );
  }

  function searchChats$(text: string, limit = HITS): Observable<ChatSearchView> {
    const threads$ = documents$<ChatThread>(chatThreads, { selector: {} });
    return combineLatest([chats$(), threads$]).pipe(
      auditTime(LOOK_AGAIN_MS),
      map(([shown, threads]) => findInChats(shown, new Map(threads.map((thread) => [thread.id, thread])), text, limit)),
    );
  }

  return { chats$, chat$, chatThread$, loadOlderChat: loadOlder, searchChats$ };
}

const untouchedViews = new WeakMap<ChatDocument, ChatView>();

/** Returns the view of a chat without pending commands, the same object for the same document. */
function untouched(chat: ChatDocument): ChatView {
  const view = untouchedViews.get(chat) ?? { ...chat, pending: [], queued: 0, failed: 0, isWaiting: false };
  untouchedViews.set(chat, view);
  return view;
}

function byChat(records: readonly OutboxRecord[]): ReadonlyMap<string, OutboxRecord[]> {
  const ofChats = records.filter((record) => chatOf(record) !== null);
  return Map.groupBy(ofChats, (record) => chatOf(record) ?? "");
}

/** Compares by the stored records: those of tickets change often. */
const haveSame = (a: ReadonlyMap<string, OutboxRecord[]>, b: ReadonlyMap<string, OutboxRecord[]>) =>
  JSON.stringify([...a]) === JSON.stringify([...b]);
