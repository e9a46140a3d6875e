import type { ContactDocument } from "../desk/contacts.ts";
import type { QuickMessageDocument } from "../desk/quick-messages.ts";
import type { ScheduleDocument } from "../desk/schedules.ts";
import type { TicketEventType } from "../desk/ticket-events.ts";
import type { TicketDocument } from "../desk/tickets.ts";
import type { AnnouncementDocument } from "../office/announcements.ts";
import type { ChatDocument, ChatMessageRow } from "../office/chats.ts";
import type { CollectionName } from "../sync.ts";

/** One execution of a command: its id, time, user and file. */
export type Step = {
  id: string;
  /** An instant as text. */
  at: string;
  userId: string;
  userName: string;
  file: { name: string; mimetype: string } | null;
};

/** The facts that an effect reads beside the document and the step, by collection. */
export type Facts = {
  tickets: {
    /** Whether the tag is a lane of the kanban board, as far as this device knows. */
    isKanban(tagId: string): boolean;
    contact(id: string): Pick<ContactDocument, "name" | "number" | "isGroup" | "profilePicUrl"> | undefined;
  };
  chats: {
    /** '' for a user that this device does not know. */
    nameOf(userId: string): string;
    /** The messages of a chat's thread on this device, oldest first. */
    messages(chatId: string): readonly ChatMessageRow[];
  };
  schedules: { timeZone: string };
  quickMessages: object;
  announcements: object;
};

export type Documents = {
  tickets: TicketDocument;
  chats: ChatDocument;
  schedules: ScheduleDocument;
  quickMessages: QuickMessageDocument;
  announcements: AnnouncementDocument;
};

/** The collections whose documents show a command's effect before the server has answered. */
export type OverlaidCollection = keyof Documents;

/** Returns the document after the command; null: there is none. Pure; fields that only the server knows stay unchanged. */
export type Effect<P, C extends OverlaidCollection> = (
  document: Documents[C] | null,
  payload: P,
  step: Step & Facts[C],
) => Documents[C] | null;

/** Describes a command for device and server. Its verb (`sync/server`) and its text (`pwa/screens/outbox`) are elsewhere. */
export type CommandRow<P> = {
  /** The ticket, chat or other row that it is about. Commands about one are sent in order; without any it is alone. */
  ticket?(payload: P, id: string): string;
  chat?(payload: P, id: string): string;
  subject?(payload: P, id: string): string;
  /** Other rows without which it cannot be sent: it is discarded with their creation. */
  needs?(payload: P): readonly string[];
  /** Other rows that it names: it waits for their creation, and is kept when that is discarded. */
  names?(payload: P): readonly string[];
  /** `subject`: later commands wait until it is answered. `message`: edits and quotes name it. */
  creates?: "subject" | "message";
  /** Shown also when it is refused, with what was written for it, until its author decides. */
  staysRefused?: true;
  /** The collections that show its effect, for every command of the type, or for this one. */
  shownIn: readonly CollectionName[] | ((payload: P) => readonly CollectionName[]);
  /** Sent by the device while the user types or reads: neither its waiting nor its refusal is shown. */
  isQuiet?: true;
  /** Travels with other commands instead of in a request of its own. */
  isUnhurried?: true;
  /** Content that a person created in a conversation: it moves along when that becomes another one. */
  goesAlong?: true;
  /** Deletes all messages of a conversation: its statements may take longer than others. */
  isLong?: true;
  /** The event of the ticket that it writes; null: it deletes the ticket with its events. Absent: none. */
  event?: TicketEventType | null;
  effects?: { [C in OverlaidCollection]?: Effect<P, C> };
};

/**
 * Makes the payloads of a subject's commands. A bundle that does not use them leaves them out: the browser has the rows
 * and no schemas.
 */
// @__NO_SIDE_EFFECTS__
export function payloads<T>(make: () => T): T {
  return make();
}
