export { openDesk } from "./desk.ts";
export type {
  ChatMessageView,
  ChatSearchView,
  ChatThreadView,
  ChatView,
  DeviceDesk,
  LocalDraft,
  MessageView,
  Observable,
  OpenStream,
  SearchView,
  ThreadView,
  TicketCounts,
  TicketFilter,
  TicketView,
} from "./desk-types.ts";
export { type Leaving, leaveDevice } from "./leave-device.ts";
export type { EditDraft, FileDraft, MovedTicket, VoiceDraft } from "./local/databases.ts";
export { followDraft, withStored } from "./local/follow-draft.ts";
export type { LeftEntry } from "./local/left.ts";
export type { DraftState, SentText } from "./local/sent-drafts.ts";
export type { DeviceSpace } from "./local/space.ts";
export type { BegunDraft, RecordedPart, SentTextDraft, StoredVoice } from "./local/unsent.ts";
export { withDependants } from "./outbox/dependants.ts";
export type { OutboxEntry } from "./outbox/entry.ts";
export type { AnnouncementView } from "./pending/announcements.ts";
export type { DraftView } from "./pending/drafts.ts";
export type { QuickMessageView } from "./pending/quick-messages.ts";
export type { ScheduleView } from "./pending/schedules.ts";
export type { MessageHit } from "./search/search-index.ts";
export type { SyncStatus } from "./status.ts";
export { type AuthorizedFetch, eventStream } from "./stream.ts";
