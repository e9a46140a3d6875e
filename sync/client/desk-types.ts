import type { RxStorage } from "rxdb";
import type { Observable } from "rxjs";
import type { CommandPayload, CommandType } from "../contracts/commands.ts";
import type { ContactDocument } from "../contracts/contacts.ts";
import type { MessageRow } from "../contracts/messages.ts";
import type { RefDocument, RefKind } from "../contracts/refs.ts";
import type { ScheduleDocument } from "../contracts/schedules.ts";
import type { SessionUser } from "../contracts/session.ts";
import type { StreamEvent } from "../contracts/sync.ts";
import type { TicketDocument, TicketStatus } from "../contracts/tickets.ts";
import type { Clock } from "./clock.ts";
import type { LeftEntry } from "./local/left.ts";
import type { OutboxEntry } from "./outbox/entry.ts";
import type { DraftView } from "./pending/drafts.ts";
import type { QuickMessageView } from "./pending/quick-messages.ts";
import type { ScheduleView } from "./pending/schedules.ts";
import type { MessageHit, SearchQuestion } from "./search/search-index.ts";
import type { SyncStatus } from "./status.ts";

export type { Observable } from "rxjs";
export type ApiFetch = (path: string, init?: RequestInit) => Promise<Response>;
export type OpenStream = (onEvent: (event: StreamEvent) => void, onState: (up: boolean) => void) => () => void;
export type DeskStorage = RxStorage<object, object>;

export type DeskOptions = {
  user: SessionUser;
  /** Throws with `status` and `code` on a refusal, without `status` when there was no answer. */
  apiFetch: ApiFetch;
  openStream?: OpenStream;
  /** By default Dexie in a Web Worker. */
  storage?: DeskStorage;
  clock?: Clock;
  /** A response without data for so long is aborted; the default is in `fetch-idle-timeout.ts`. */
  idleMs?: number;
  /** Documents asked for at once. */
  pageLimit?: number;
  /** Whoever holds the lock of the same name replicates and sends; null: this desk alone does. */
  locks?: LockManager | null;
};

export type TicketFilter = {
  status: TicketStatus;
  isGroup?: boolean;
  /** Null stands for tickets without a queue. */
  queueIds?: (string | null)[];
  /** Off: of the open tickets only one's own. */
  showAll: boolean;
  search?: string;
  tagIds?: string[];
  userIds?: string[];
  /** True: only tickets whose contact is still in the robot's menu; false: only the others. */
  inRobot?: boolean;
  /** By default newest message first. */
  order?: "newestFirst" | "oldestFirst";
  limit?: number;
};

/**
 * `pending`: commands on their way; `queued`: own messages not sent yet; `failed`: refused or held, waiting for a person.
 * `unsentNotes`, `unsentTags`: ids of what was added on this device and the server does not have.
 */
export type TicketView = TicketDocument & {
  pending: CommandType[];
  failed: number;
  queued: number;
  unsentNotes: readonly string[];
  unsentTags: readonly string[];
};
export type LocalState = "queued" | "sending" | "refused" | "held";
export type MessageView = MessageRow & {
  local: LocalState | null;
  commandId: string | null;
  localFileId?: string | null;
};
/** `endsHere`: nothing older on this device, and no network to fetch it. */
export type ThreadView = { messages: MessageView[]; hasOlder: boolean; endsHere: boolean };
/** Rows of each list. Tickets whose contact is still in the robot's menu are in `inRobot` alone. */
export type TicketCounts = {
  open: number;
  pending: number;
  inRobot: number;
  groupsOpen: number;
  groupsPending: number;
  groupsUnread: number;
};
export const noTicketCounts: TicketCounts = {
  open: 0,
  pending: 0,
  inRobot: 0,
  groupsOpen: 0,
  groupsPending: 0,
  groupsUnread: 0,
};
/** `tookMs`: until the device's own answer was there. */
export type SearchView = {
  tickets: TicketView[];
  contacts: ContactDocument[];
  messages: (MessageHit & { ticket: TicketView })[];
  tookMs: number;
};
export type SendOptions = { id?: string; file?: { blob: Blob; name: string } };

export interface Desk {
  status: { get(): SyncStatus; subscribe(listener: () => void): () => void };
  tickets$(filter: TicketFilter): Observable<TicketView[]>;
  /** Without `showAll`: as the user's profile starts with. */
  counts$(filter?: Pick<TicketFilter, "queueIds"> & { showAll?: boolean }): Observable<TicketCounts>;
  ticket$(id: string): Observable<TicketView | null>;
  thread$(ticketId: string): Observable<ThreadView>;
  loadOlder(ticketId: string): Promise<{ hasOlder: boolean; reason?: "offline" }>;
  /** Over names, numbers and messages on this device, whatever the accents; without text all that the filters let through. */
  search$(question: SearchQuestion): Observable<SearchView>;
  searchContacts$(text: string, limit?: number): Observable<ContactDocument[]>;
  contact$(id: string): Observable<ContactDocument | null>;
  /** The tickets of these contacts that are on this device, as the server sent them. */
  ticketsOf$(contactIds: readonly string[]): Observable<TicketDocument[]>;
  /** Those that this device made, changed or deleted are shown as they will be. */
  quickMessages$(): Observable<QuickMessageView[]>;
  /** The same; `beyond` are others that only the server has, so that what was done to them shows too. */
  schedules$(beyond?: readonly ScheduleDocument[]): Observable<ScheduleView[]>;
  refs$<K extends RefKind>(kind: K): Observable<Extract<RefDocument, { kind: K }>[]>;
  /** Writes the intent to the outbox, where it stays until the server has answered; answers the command's id. */
  send<T extends CommandType>(type: T, payload: CommandPayload<T>, options?: SendOptions): Promise<string>;
  outbox$(): Observable<OutboxEntry[]>;
  /** Commands of this device that the server did in the last 24 hours, newest first. */
  left$(): Observable<LeftEntry[]>;
  /** Asks again, under a new id: the server repeats its first answer to an id it knows. Answers the new id. */
  retry(commandId: string): Promise<string>;
  /** False: it was not here any more, or may have arrived at the server and stays. */
  discard(commandId: string): Promise<boolean>;
  /** Changes what has not left yet; false as `discard`. */
  edit(commandId: string, payload: Partial<CommandPayload<CommandType>>): Promise<boolean>;
  /** What this user has begun to write in the ticket on any device: `draft.save` puts it there. Null: nothing. */
  draft$(ticketId: string): Observable<DraftView | null>;
  /** By ticket, what is begun on this device or else on another one of the user's. */
  drafts$(): Observable<ReadonlyMap<string, string>>;
  /** Of this device alone. */
  draft(ticketId: string): { get(): Promise<string>; set(text: string): Promise<void> };
  /** A `blob:` address; throws when the file is not here and there is no network. */
  fileUrl(fileId: string): Promise<string>;
  resync(): void;
  /** Commands the server has not answered yet. */
  pendingCount(): Promise<number>;
  close(): Promise<void>;
  /** Deletes what was pulled; what was not sent stays under the user's own key. */
  purge(): Promise<void>;
}
