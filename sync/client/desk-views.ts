import { liveQuery } from "dexie";
import { combineLatest, from, map, type Observable } from "rxjs";
import { can } from "../../contracts/account/permissions.ts";
import type { SessionUser } from "../../contracts/account/session.ts";
import type { DraftDocument } from "../../contracts/desk/drafts.ts";
import type { MessageRow } from "../../contracts/desk/messages.ts";
import type { RefDocument, RefKind, TagRef } from "../../contracts/desk/refs.ts";
import type { AnnouncementDocument } from "../../contracts/office/announcements.ts";
import type { DocumentDatabase } from "./cache/documents.ts";
import { contactsQuery, quickMessagesQuery, refsQuery, ticketsOfQuery } from "./cache/queries.ts";
import type { ApiFetch, DeviceDesk } from "./desk-types.ts";
import type { CacheDatabase, OutboxDatabase } from "./local/databases.ts";
import type { History } from "./local/history.ts";
import type { createLeft } from "./local/left.ts";
import { withUnsent } from "./local/unsent.ts";
import { entryOf, isQuiet, type OutboxRecord } from "./outbox/entry.ts";
import { announcementViews } from "./pending/announcements.ts";
import { draftView } from "./pending/drafts.ts";
import { quickMessageViews } from "./pending/quick-messages.ts";
import { tagRefs } from "./pending/tags.ts";
import type { ThreadCollection } from "./thread-kinds.ts";
import { createChatViews } from "./views/chats.ts";
import { document$, documents$ } from "./views/documents.ts";
import { createDraftsView } from "./views/drafts.ts";
import { createMovedView } from "./views/moved.ts";
import { createOpenTicketWith } from "./views/open-ticket-with.ts";
import { createScheduleView } from "./views/schedules.ts";
import { createSearchView } from "./views/search.ts";
import { createThreadViews } from "./views/thread.ts";
import { createTicketViews, untouched } from "./views/tickets.ts";

const CONTACTS_SHOWN = 50;

type DeskViewDeps = {
  user: SessionUser;
  documents: DocumentDatabase;
  cache: CacheDatabase;
  history: History<MessageRow>;
  left: ReturnType<typeof createLeft>;
  outboxDatabase: OutboxDatabase;
  records$: Observable<OutboxRecord[]>;
  apiFetch: ApiFetch;
  search: Parameters<typeof createSearchView>[0]["search"];
  /** Called when a thread that a screen shows is not on this device. */
  onMissing(collection: ThreadCollection, id: string): void;
  onRows(): void;
};

/** The observables of a desk: the pulled documents with the pending commands of this device applied. */
export function createDeskViews(deps: DeskViewDeps) {
  const { user, documents, records$, left, outboxDatabase, search } = deps;
  const { chatDrafts } = outboxDatabase;
  const { tickets, contacts, quickMessages, drafts, announcements } = documents.collections;
  const showAllAtFirst = can.seeAllTickets(user.profile) || user.allUserChat === "enabled";
  const acting = { userId: user.id, userName: user.name };
  const forUser = { documents, records$, userId: user.id };
  const refs$ = createRefsView(documents, records$);
  const forTickets = { ...forUser, userName: user.name, showAllAtFirst, tags$: refs$("tag"), onRows: deps.onRows };
  const { touched$, ...ticketViews } = createTicketViews(forTickets);
  return {
    ...ticketViews,
    ...createThreadViews({ ...deps, userId: user.id, onMissing: (id) => deps.onMissing("threads", id) }),
    ...createChatViews({ ...deps, onMissing: (id) => deps.onMissing("chatThreads", id) }),
    chatDrafts$: () =>
      from(liveQuery(() => chatDrafts.toArray())).pipe(
        map((drafts) => new Map(drafts.map(({ chatId, text }) => [chatId, text]))),
      ),
    ...createMovedView(deps.outboxDatabase.moved),
    openTicketWith: createOpenTicketWith(ticketViews.tickets$),
    ...createSearchView({ documents, touched$, shown: untouched, search }),
    refs$,
    searchContacts$: (text, limit = CONTACTS_SHOWN) => documents$(contacts, contactsQuery(text, limit)),
    contact$: (id) => document$(contacts, id),
    ticketsOf$: (contactIds) => documents$(tickets, ticketsOfQuery(contactIds)),
    quickMessages$: () =>
      combineLatest([documents$(quickMessages, quickMessagesQuery()), records$]).pipe(
        map(([pulled, records]) => quickMessageViews(pulled, records, acting)),
      ),
    announcements$: () =>
      combineLatest([documents$<AnnouncementDocument>(announcements, { selector: {} }), records$]).pipe(
        map(([pulled, records]) => announcementViews(pulled, records, acting)),
      ),
    schedules$: createScheduleView({ documents, records$, user }),
    draft$: (ticketId) =>
      combineLatest([document$<DraftDocument>(drafts, ticketId), records$]).pipe(
        map(([pulled, records]) => {
          const ofTicket = records.filter((record) => record.ticketId === ticketId);
          return draftView(pulled, ofTicket);
        }),
      ),
    drafts$: () => withUnsent(createDraftsView({ drafts, local: outboxDatabase.drafts, records$ }), outboxDatabase),
    outbox$: () => records$.pipe(map(entriesOf)),
    left$: left.recent$,
  } satisfies Partial<DeviceDesk>;
}

/** The entries that screens show: unanswered commands, without the quiet ones. */
const entriesOf = (records: OutboxRecord[]) =>
  records
    .filter((record) => !isQuiet(record))
    .map(entryOf)
    .filter((entry) => entry !== null);

function createRefsView({ collections: { refs } }: DocumentDatabase, records$: Observable<OutboxRecord[]>) {
  return <K extends RefKind>(kind: K) => {
    const pulled = documents$(refs, refsQuery(kind)) as unknown as Observable<RefDocument[]>;
    const shown = kind === "tag" ? withNewTags(pulled as Observable<TagRef[]>, records$) : pulled;
    return shown as unknown as Observable<Extract<RefDocument, { kind: K }>[]>;
  };
}

/** Adds the tags created on this device that the server does not have. */
const withNewTags = (pulled: Observable<TagRef[]>, records$: Observable<OutboxRecord[]>) =>
  combineLatest([pulled, records$]).pipe(map(([tags, records]) => tagRefs(tags, records)));
