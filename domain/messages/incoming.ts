import type { MediaType } from "../../sync/contracts/messages.ts";
import { channelAddresses, type Party } from "../contacts/index.ts";

/**
 * Who is at the other end: `lid` the digits of the LID user, `phone` digits with country code as the channel reported
 * them; over a page the id by which that page knows them.
 */
export type ChannelParty = { lid?: string; phone?: string; facebook?: string; instagram?: string; name?: string };

export type IncomingMessage = {
  connectionId: string;
  chatKey: string;
  providerId: string;
  /** Written on the phone itself. */
  fromMe: boolean;
  /** The contact of the chat; for `fromMe` the recipient. */
  sender: ChannelParty;
  group?: { address: string; name: string; author: string };
  at: Date;
  /** The channel counts milliseconds, not whole seconds. */
  isExact?: boolean;
  /** The channel's order among equal times. */
  seq: number;
  kind: MediaType;
  body: string;
  media?: { name: string; mimetype: string; size: number; seconds: number | null; waveform: number[] | null };
  quotedProviderId?: string;
  /** From before the connection was linked: read, and no reason to do anything. */
  isHistory: boolean;
  /** The channel says that it waited there while we were away. */
  hasWaited?: boolean;
  /** Of an own message of history: how far it came. */
  ack?: number;
  /** What a later media download needs, or all of a kind that we do not show. */
  raw?: Record<string, unknown>;
};

export type IncomingChange = {
  connectionId: string;
  chatKey: string;
  targetProviderId: string;
  at: Date;
  sender: ChannelParty;
  fromMe: boolean;
  /** The channel tells the very moment; otherwise it counts in whole seconds. */
  isExact?: boolean;
} & ({ type: "edit"; body: string } | { type: "delete" } | { type: "reaction"; emoji: string });

/** Null ids: it was ignored (group messages, when the company ignores them). */
export type ReceivedMessage = { messageId: string | null; ticketId: string | null; isNew: boolean };

/** The contact of the chat: the group itself, or the person. */
export function partyOf({ sender, group, fromMe }: Pick<IncomingMessage, "sender" | "group" | "fromMe">): Party {
  if (group) return { addresses: [{ kind: "group", address: group.address }], name: group.name, isGroup: true };
  // The name that comes with an own message is our own.
  return { addresses: channelAddresses(sender), name: fromMe ? undefined : sender.name };
}
