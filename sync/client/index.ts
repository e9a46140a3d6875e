export { openDesk } from "./desk.ts";
export type {
  Desk,
  MessageView,
  Observable,
  OpenStream,
  SearchView,
  ThreadView,
  TicketCounts,
  TicketFilter,
  TicketView,
} from "./desk-types.ts";
export { noTicketCounts } from "./desk-types.ts";

export type { LeftEntry } from "./local/left.ts";
export type { OutboxEntry } from "./outbox/entry.ts";
export type { DraftView } from "./pending/drafts.ts";
export type { QuickMessageView } from "./pending/quick-messages.ts";
export type { ScheduleView } from "./pending/schedules.ts";
export type { MessageHit } from "./search/search-index.ts";
export type { SyncStatus } from "./status.ts";
export { type AsksAgain, eventStream } from "./stream.ts";
