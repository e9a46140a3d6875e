import type { Observable, Observer, Unsubscribable } from "rxjs";
import type { DeviceDesk, LocalDraft, SyncStatus } from "../../sync/client/index.ts";
import { questionOf } from "../first-paint/kept-values.ts";

type Source = (...given: never[]) => Observable<unknown>;
type Call = (...given: never[]) => Promise<unknown>;
/** How a member of the desk answers before the desk is open. */
type KindOf<Member> = Member extends Source ? "source" : Member extends Call ? "call" : Kinds<Member>;
type Kinds<Part> = { [Name in keyof Part]: KindOf<Part[Name]> };

/** Members that answer at once. They have an answer of their own before the desk is open. */
type AtOnce = "status" | "hasUnstored" | "lastValues" | "resync" | "draft" | "chatDraft";

const draftKinds: Kinds<LocalDraft> = { get: "call", state$: "source", set: "call", setAtHide: "call" };

const kinds: Kinds<Omit<DeviceDesk, AtOnce>> = {
  tickets$: "source",
  counts$: "source",
  ticket$: "source",
  thread$: "source",
  loadOlder: "call",
  readOlder: "call",
  search$: "source",
  searchContacts$: "source",
  contact$: "source",
  ticketsOf$: "source",
  quickMessages$: "source",
  schedules$: "source",
  announcements$: "source",
  refs$: "source",
  send: "call",
  outbox$: "source",
  left$: "source",
  retry: "call",
  discard: "call",
  edit: "call",
  draft$: "source",
  drafts$: "source",
  unsent: {
    note: { get: "call", set: "call", setAtHide: "call", state$: "source" },
    edit: { get: "call", set: "call", setAtHide: "call", remove: "call" },
    files: { of$: "source", blob: "call", add: "call", caption: "call", remove: "call", restore: "call" },
    voice: { of$: "source", get: "call", read: "call", append: "call", remove: "call", restore: "call" },
  },
  movedTo$: "source",
  arrivals$: "source",
  seeArrivals: "call",
  openTicketWith: "call",
  fileUrl: "call",
  answers: { get: "call", put: "call" },
  pendingCount: "call",
  space: "call",
  deleteDownloads: "call",
  close: "call",
  closeEverywhere: "call",
  chats$: "source",
  chat$: "source",
  chatThread$: "source",
  loadOlderChat: "call",
  searchChats$: "source",
  chatDrafts$: "source",
};

/** The status before the desk is open. It assumes a network until the first answer, as the desk does. */
const notOpen: SyncStatus = {
  state: "syncing",
  waiting: 0,
  refused: 0,
  since: null,
  firstSyncDone: false,
  linkUp: true,
  stores: true,
};

type KeptValue = (question: string) => unknown;
const none: KeptValue = () => undefined;

/**
 * Returns a desk that can be used while it is being opened: until then sources have the value of `kept` or none, and
 * calls wait. If it cannot be opened, calls reject.
 */
export function openingDesk(opened: Promise<DeviceDesk>, kept: KeptValue = none): DeviceDesk {
  let desk: DeviceDesk | null = null;
  const listeners = new Set<() => void>();
  opened.then(
    (open) => {
      desk = open;
      open.status.subscribe(tell);
      tell();
    },
    () => undefined,
  );
  function tell(): void {
    for (const listener of listeners) listener();
  }
  const draftOf = (open: (desk: DeviceDesk) => LocalDraft) => partOf<LocalDraft>(draftKinds, opened.then(open));

  return {
    ...partOf<Omit<DeviceDesk, AtOnce>>(kinds, opened, kept),
    status: {
      get: () => desk?.status.get() ?? notOpen,
      subscribe(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
    hasUnstored: () => desk?.hasUnstored() ?? false,
    lastValues: () => desk?.lastValues() ?? [],
    // A desk that is being opened syncs anyway.
    resync: () => desk?.resync(),
    draft: (ticketId) => desk?.draft(ticketId) ?? draftOf((open) => open.draft(ticketId)),
    chatDraft: (chatId) => desk?.chatDraft(chatId) ?? draftOf((open) => open.chatDraft(chatId)),
  };
}

type AnyKinds = { [name: string]: "source" | "call" | AnyKinds };
type AnyPart = { [name: string]: AnyMember };
type AnyMember = ((...given: unknown[]) => Observable<unknown>) & ((...given: unknown[]) => unknown) & AnyPart;

/** Returns a part of the desk that waits for the opened one. */
function partOf<Part>(given: Kinds<Part>, opened: Promise<Part>, kept: KeptValue = none): Part {
  const waiting = opened as unknown as Promise<AnyPart>;
  let part: AnyPart | null = null;
  waiting.then(
    (open) => {
      part = open;
    },
    () => undefined, // each call rejects by itself
  );
  const call =
    (name: string) =>
    async (...values: unknown[]) =>
      (part ?? (await waiting))[name]?.(...values);
  const source =
    (name: string) =>
    (...values: unknown[]) =>
      part?.[name]?.(...values) ??
      waitingSource(
        waiting,
        (open) => open[name]?.(...values) as Observable<unknown>,
        () => kept(questionOf(name, ...values)),
      );
  const members = Object.entries(given as AnyKinds).map(([name, kind]) => {
    if (kind === "source") return [name, source(name)];
    if (kind === "call") return [name, call(name)];
    const inner = waiting.then((open) => open[name] as AnyPart);
    return [name, partOf<AnyPart>(kind as Kinds<AnyPart>, inner)];
  });
  return Object.fromEntries(members);
}

/**
 * Returns a source that has its first value at once, if there is one, and those of the opened desk when that is there.
 * The code of RxJS is not loaded yet, so it can be followed and piped, and not combined with others.
 */
function waitingSource(
  opened: Promise<AnyPart>,
  observe: (open: AnyPart) => Observable<unknown>,
  first: () => unknown,
): Observable<unknown> {
  const source: Followed = {
    subscribe(observer) {
      let subscription: Unsubscribable | null = null;
      let isLeft = false;
      const value = first();
      if (value !== undefined) typeof observer === "function" ? observer(value) : observer?.next?.(value);
      opened.then(
        (open) => {
          if (!isLeft) subscription = observe(open).subscribe(observer);
        },
        () => undefined,
      );
      return {
        unsubscribe() {
          isLeft = true;
          subscription?.unsubscribe();
        },
      };
    },
    pipe: (...operators) => {
      const piped = (open: AnyPart) => observe(open).pipe(...operators);
      return waitingSource(opened, piped, () => undefined);
    },
  };
  return source as unknown as Observable<unknown>;
}

type Followed = {
  subscribe(observer?: Partial<Observer<unknown>> | ((value: unknown) => void)): Unsubscribable;
  pipe(...operators: Parameters<Observable<unknown>["pipe"]>): Observable<unknown>;
};
