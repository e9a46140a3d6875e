import type { NumberChange } from "../domain/identity/index.ts";
import type { ChannelParty } from "../domain/messages/index.ts";
import type { OutgoingQuote, Reach } from "../domain/outbox/index.ts";
import type { ConnectionReason, ConnectionStatus } from "../sync/contracts/connections.ts";
import type { ErrorCode } from "../sync/contracts/errors.ts";
import type { MediaType } from "../sync/contracts/messages.ts";

/** What people see of a connection. What is left out stays as it was. */
export type StatusReport = {
  status: ConnectionStatus;
  /** '' when there is none to scan. */
  qrcode?: string;
  /** To be typed on the phone in place of a scan. */
  pairingCode?: string;
  number?: string;
  reason?: ConnectionReason | null;
  retries?: number;
};

/** A report, and when it was so. */
export type TimedReport = StatusReport & { at: Date };

/** What became of messages that we sent, as the channel tells it: late, twice and in any order. */
export type Delivery =
  /** `givenId`: what the channel itself calls it, where that is not known before. */
  | { type: "accepted"; providerId: string; at: Date; givenId?: string }
  /** Not now: nothing was taken, or nobody knows. */
  | { type: "later"; providerId: string; afterMs: number }
  | { type: "refused"; providerId: string; code: ErrorCode }
  | { type: "receipt"; providerIds: string[]; ack: 2 | 3 | 4; at: Date };

/** Somebody rings. */
export type IncomingCall = { callId: string; party: ChannelParty; isVideo: boolean; at: Date };

/** Somebody we have a conversation with types, or has stopped. */
export type ContactTyping = { party: ChannelParty; isTyping: boolean };

/** Somebody whom the connection's phone knows; '' when it tells no name. */
/** By number, by LID or by both; '' what the channel does not tell. */
export type PhonebookEntry = { phone: string; lid: string; name: string; hasChat: boolean };

/** Until then messages go only to those who have written; null: to everybody again. A guess never shortens what is known. */
export type Restriction = { until: Date | null; isGuess: boolean };

/** Why a channel will not come back by itself. */
export type ChannelEnd =
  /** Waits for a person. */
  | { why: "stopped" }
  /** May be taken up again after a while, by any connector. */
  | { why: "yielded"; retryAfterMs: number }
  /** Someone else owns it. */
  | { why: "fenced" };

export type ChannelEvents = {
  /** Resolves when it is written down. */
  onStatus(report: StatusReport): Promise<void>;
  /** Messages can be sent, or no longer. */
  onOpen(): void;
  onClose(): void;
  /** Resolves when it is written down: only then may the channel hear that we know. */
  onDelivery(delivery: Delivery): Promise<void>;
  /** The same. */
  onCall(call: IncomingCall): Promise<void>;
  /** The same. */
  onNumberChange(change: NumberChange): Promise<void>;
  onTyping(typing: ContactTyping): void;
  onPhonebook(entries: PhonebookEntry[]): void;
  onRestricted(restriction: Restriction): void;
  /** Somebody, or a group, has another picture now, or none. */
  onPictureChanged(whose: { party: ChannelParty; group?: string }): void;
  onEnd(end: ChannelEnd): void;
};

export type OutgoingContent = {
  messageId: string;
  providerId: string;
  chatKey: string;
  body: string;
  mediaType: MediaType;
  /** How often it was handed over before. */
  tries: number;
  writtenAt: Date;
  file: {
    path: string;
    name: string;
    mimetype: string;
    seconds: number | null;
    /** 64 loudness values from 0 to 100, of a voice note. */
    waveform: number[] | null;
  } | null;
  quoted: OutgoingQuote | null;
};

/** What is said over a number or a page. Nothing of the channel's own types passes through here. */
export interface MessageLine {
  /** The chat in which that person is written to; null when the number does not exist on the channel. */
  findChat(to: Reach): Promise<string | null>;
  /** Resolves when it is written to the line, not when it is accepted. The same `providerId` is the same message. */
  send(content: OutgoingContent): Promise<void>;
  /** Shows the other side that somebody here types, or no longer. */
  showTyping(chatKey: string, isTyping: boolean): Promise<void>;
  /** From now on that chat's typing is told to us; `unwatch` ends it for all chats. */
  watch(chatKey: string): Promise<void>;
  unwatch(): Promise<void>;
  revoke(message: { chatKey: string; providerId: string; revocationId: string }): Promise<void>;
  /** '' takes our reaction back. The same `reactionId` is the same reaction. `author`: who wrote it, in a group. */
  react(reaction: {
    chatKey: string;
    providerId: string;
    fromMe: boolean;
    author: string | null;
    emoji: string;
    reactionId: string;
  }): Promise<void>;
  /** Absent where the channel knows no edits. The same `editId` is the same edit. */
  edit?(edit: { chatKey: string; providerId: string; body: string; editId: string }): Promise<void>;
  /** Downloads what a stored message refers to, asking the sender to upload it again when the link has expired. */
  fetchMedia(raw: Record<string, unknown>, toPath: string): Promise<void>;
  /** Downloads the picture that somebody or a group shows to us. False: none. */
  fetchPicture?(to: { lid?: string; phone?: string; group?: string }, toPath: string): Promise<boolean>;
}

/** One number, with a line of its own to open and to close. */
export interface Channel extends MessageLine {
  connect(): Promise<void>;
  /** Closes the line and leaves the device linked. What was received is kept. */
  disconnect(): Promise<void>;
  /** Unlinks: a new connection asks for a new QR code. */
  logOut(): Promise<void>;
}
