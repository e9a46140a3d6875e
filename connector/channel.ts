import type { ChannelParty } from "../domain/messages/index.ts";
import type { ConnectionStatus } from "../sync/contracts/connections.ts";
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
  reason?: ErrorCode | null;
  retries?: number;
};

/** What became of messages that we sent, as the channel tells it: late, twice and in any order. */
export type Delivery =
  | { type: "accepted"; providerId: string; at: Date }
  | { type: "refused"; providerId: string; code: ErrorCode }
  | { type: "receipt"; providerIds: string[]; ack: 2 | 3 | 4; at: Date };

/** Somebody rings. */
export type IncomingCall = { callId: string; party: ChannelParty; isVideo: boolean; at: Date };

/** Somebody we have a conversation with types, or has stopped. */
export type ContactTyping = { party: ChannelParty; isTyping: boolean };

/** Somebody whom the connection's phone knows; '' when it tells no name. */
/** By number, by LID or by both; '' what the channel does not tell. */
export type PhonebookEntry = { phone: string; lid: string; name: string; hasChat: boolean };

/** Why a channel will not come back by itself. */
export type ChannelEnd =
  /** Waits for a person. */
  | { why: "stopped" }
  /** May be taken up again after a while, by any connector. */
  | { why: "yielded"; retryAfterMs: number }
  /** Someone else owns it. */
  | { why: "fenced" };

export type ChannelEvents = {
  onStatus(report: StatusReport): void;
  /** Messages can be sent, or no longer. */
  onOpen(): void;
  onClose(): void;
  /** Resolves when it is written down: only then may the channel hear that we know. */
  onDelivery(delivery: Delivery): Promise<void>;
  /** The same. */
  onCall(call: IncomingCall): Promise<void>;
  onTyping(typing: ContactTyping): void;
  onPhonebook(entries: PhonebookEntry[]): void;
  onEnd(end: ChannelEnd): void;
};

export type OutgoingContent = {
  providerId: string;
  chatKey: string;
  body: string;
  mediaType: MediaType;
  file: {
    path: string;
    name: string;
    mimetype: string;
    seconds: number | null;
    /** 64 loudness values from 0 to 100, of a voice note. */
    waveform: number[] | null;
  } | null;
  quoted: { providerId: string; fromMe: boolean; body: string; participant: string | null } | null;
};

/** One number or page. Nothing of the channel's own types passes through here. */
export interface Channel {
  connect(): Promise<void>;
  /** Closes the line and leaves the device linked. What was received is kept. */
  disconnect(): Promise<void>;
  /** Unlinks: a new connection asks for a new QR code. */
  logOut(): Promise<void>;
  /** The chat in which that person is written to; null when the number does not exist on the channel. */
  findChat(to: { lid?: string; phone?: string; group?: string }): Promise<string | null>;
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
  /** Downloads what a stored message refers to, asking the sender to upload it again when the link has expired. */
  fetchMedia(raw: Record<string, unknown>, toPath: string): Promise<void>;
}
