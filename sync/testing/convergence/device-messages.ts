import type { SessionUser } from "../../../contracts/account/session.ts";
import type { CommandPayload, CommandType } from "../../../contracts/commands/index.ts";
import type { ContactDocument } from "../../../contracts/desk/contacts.ts";
import type { RefDocument } from "../../../contracts/desk/refs.ts";
import type { StreamEvent } from "../../../contracts/sync.ts";
import type {
  ChatMessageView,
  ChatView,
  MessageView,
  OutboxEntry,
  ScheduleView,
  TicketView,
} from "../../client/index.ts";

/** The calls to a device's process and their answers. */
export type DeviceCalls = {
  open: { asked: { user: SessionUser }; answer: null };
  /** Like a reloaded page: closes and opens again over the stored data. */
  reload: { asked: { user: SessionUser }; answer: null };
  close: { asked: Record<string, never>; answer: null };
  /** The list, the outbox and one conversation. */
  glance: { asked: { at: number }; answer: ShortObservation };
  look: { asked: { contactIds: string[]; chatIds: string[]; creationIds: string[] }; answer: Observation };
  send: { asked: { type: CommandType; payload: CommandPayload<CommandType> }; answer: string };
  retry: { asked: { id: string }; answer: string };
  discard: { asked: { id: string }; answer: boolean };
  resync: { asked: Record<string, never>; answer: null };
  /** Opens the field of a tab; a reload closes it. */
  fieldOpen: { asked: { tab: number; ticketId: string; writerId: string }; answer: null };
  fieldType: { asked: { tab: number; words: string }; answer: null };
  fieldSave: { asked: { tab: number }; answer: null };
  fieldShare: { asked: { tab: number }; answer: null };
  fieldSubmit: { asked: { tab: number }; answer: { id: string; text: string } | null };
  fieldsLook: { asked: { ticketId: string }; answer: FieldsObservation };
};
export type CallName = keyof DeviceCalls;

/** `stored`: on the device; `shared`: of all devices, as this one shows it. */
export type FieldsObservation = {
  fields: { text: string; answeredAt: string | null }[];
  stored: string;
  shared: string;
  waiting: number;
};

export type ShortObservation = {
  outbox: OutboxEntry[];
  tickets: TicketView[];
  rows: MessageView[];
  quick: { id: string; rev: number }[];
  schedules: ScheduleView[];
  chats: ChatView[];
  /** The messages of one chat. */
  chatRows: ChatMessageView[];
  users: string[];
};

/** Everything visible on the device. */
export type Observation = {
  state: string;
  waiting: number;
  outbox: OutboxEntry[];
  tickets: TicketView[];
  threads: { id: string; hasOlder: boolean; messages: MessageView[] }[];
  contacts: ContactDocument[];
  quickMessages: { id: string }[];
  schedules: ScheduleView[];
  refs: RefDocument[];
  chats: ChatView[];
  /** Also of chats that the user may not see. */
  chatThreads: { id: string; hasOlder: boolean; messages: ChatMessageView[] }[];
  /** By ticket. */
  drafts: Record<string, string>;
  /** By ticket that was created here: its texts that the user finds in another ticket, or in its own draft. */
  movedTexts: Record<string, string[]>;
};

/** Messages between the test and a device: calls to it, its requests to the server, the server's stream to it. */
export type ToDevice =
  | { kind: "call"; n: number; name: CallName; asked: unknown }
  | { kind: "answered"; n: number; status: number; body: string }
  | { kind: "event"; event: StreamEvent }
  | { kind: "line"; up: boolean };
export type FromDevice =
  | { kind: "ready" }
  | { kind: "answer"; n: number; answer: unknown; error?: string }
  | { kind: "request"; n: number; path: string; method: string; body: string | null };
