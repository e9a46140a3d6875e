import type { ConnectionReason, ConnectionStatus } from "../contracts/desk/connections.ts";
import type { MediaType } from "../contracts/desk/messages.ts";
import type { ErrorCode } from "../contracts/errors.ts";
import type { NumberChange } from "../domain/desk/identity/index.ts";
import type { ChannelParty } from "../domain/desk/messages/index.ts";
import type { OutgoingQuote, Reach } from "../domain/desk/outbox/index.ts";

/** The visible status of a connection. Missing fields are unchanged. */
export type StatusReport = {
  status: ConnectionStatus;
  /** '' when there is none to scan. */
  qrcode?: string;
  /** The code to enter on the phone instead of scanning. */
  pairingCode?: string;
  number?: string;
  reason?: ConnectionReason | null;
  retries?: number;
};

/** A report with its time. */
export type TimedReport = StatusReport & { at: Date };

/** The channel's news about sent messages: late, repeated and in any order. */
export type Delivery =
  /** `givenId`: the channel's own id, if it was unknown before. */
  | { type: "accepted"; providerId: string; at: Date; givenId?: string }
  /** Retry later: nothing was accepted, or the outcome is unknown. */
  | { type: "later"; providerId: string; afterMs: number }
  | { type: "refused"; providerId: string; code: ErrorCode }
  | { type: "receipt"; providerIds: string[]; ack: 2 | 3 | 4; at: Date };

/** An incoming call. */
export type IncomingCall = { callId: string; party: ChannelParty; isVideo: boolean; at: Date };

/** A contact is typing, or has stopped. */
export type ContactTyping = { party: ChannelParty; isTyping: boolean };

/** A person in the phone's address book; '' where it has no name. */
/** With number, LID or both; '' where the channel reveals none. */
export type PhonebookEntry = { phone: string; lid: string; name: string; hasChat: boolean };

/**
 * Until then only people who have written may be written to; null: everyone. An estimate never shortens a known
 * restriction.
 */
export type Restriction = { until: Date | null; isGuess: boolean };

/** Why a channel stays closed. */
export type ChannelEnd =
  /** Until a user acts. */
  | { why: "stopped" }
  /** Any connector may claim it after a while. */
  | { why: "yielded"; retryAfterMs: number }
  /** Another connector owns it. */
  | { why: "fenced" };

export type ChannelEvents = {
  /** Resolves when it is stored. */
  onStatus(report: StatusReport): Promise<void>;
  /** Whether messages can be sent. */
  onOpen(): void;
  onClose(): void;
  /** Resolves when it is stored: only then may the channel get the acknowledgement. */
  onDelivery(delivery: Delivery): Promise<void>;
  /** Resolves when it is stored. */
  onCall(call: IncomingCall): Promise<void>;
  /** Resolves when it is stored. */
  onNumberChange(change: NumberChange): Promise<void>;
  onTyping(typing: ContactTyping): void;
  onPhonebook(entries: PhonebookEntry[]): void;
  onRestricted(restriction: Restriction): void;
  /** A person or group has another picture, or none. */
  onPictureChanged(whose: { party: ChannelParty; group?: string }): void;
  onEnd(end: ChannelEnd): void;
};

/** Runs the step in which a message leaves, or rejects when it must not leave any more. */
export type HandOver = <T>(work: () => Promise<T>) => Promise<T>;

export type OutgoingContent = {
  messageId: string;
  providerId: string;
  chatKey: string;
  body: string;
  mediaType: MediaType;
  /** The number of earlier attempts. */
  tries: number;
  writtenAt: Date;
  file: {
    path: string;
    name: string;
    mimetype: string;
    seconds: number | null;
    /** 64 loudness values from 0 to 100, for voice notes. */
    waveform: number[] | null;
  } | null;
  quoted: OutgoingQuote | null;
  /** For campaign messages: the channel runs its last step inside, everything that takes long before. */
  handOver?: HandOver;
};

/** Messaging over a number or a page, without any type of the channel's library. */
export interface ChannelMessaging {
  /** Returns the chat of that person; null when the number does not exist on the channel. */
  findChat(to: Reach): Promise<string | null>;
  /** Resolves when the message is handed to the channel, before it is accepted. Idempotent by `providerId`. */
  send(content: OutgoingContent): Promise<void>;
  /** Shows or hides the typing indicator on the other side. */
  showTyping(chatKey: string, isTyping: boolean): Promise<void>;
  /** Subscribes to that chat's typing; `unwatch` ends all subscriptions. */
  watch(chatKey: string): Promise<void>;
  unwatch(): Promise<void>;
  revoke(message: { chatKey: string; providerId: string; revocationId: string }): Promise<void>;
  /** '' removes our reaction. Idempotent by `reactionId`. `author`: the message's author, in a group. */
  react(reaction: {
    chatKey: string;
    providerId: string;
    fromMe: boolean;
    author: string | null;
    emoji: string;
    reactionId: string;
  }): Promise<void>;
  /** Missing on channels without edits. Idempotent by `editId`. */
  edit?(edit: { chatKey: string; providerId: string; body: string; editId: string }): Promise<void>;
  /** Downloads the media of a stored message; asks the sender to upload it again when the link has expired. */
  fetchMedia(raw: Record<string, unknown>, toPath: string): Promise<void>;
  /** Downloads the picture of a person or group. Returns false when there is none. */
  fetchPicture?(to: { lid?: string; phone?: string; group?: string }, toPath: string): Promise<boolean>;
}
