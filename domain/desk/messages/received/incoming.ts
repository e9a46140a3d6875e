import type { MediaType } from "../../../../contracts/desk/messages.ts";
import { channelAddresses, type Party } from "../../contacts/index.ts";

/**
 * The other side: `lid` is the digits of the LID user, `phone` the digits with country code as the channel reported
 * them; on a page, the id by which that page knows the person.
 */
export type ChannelParty = { lid?: string; phone?: string; facebook?: string; instagram?: string; name?: string };

export type IncomingMessage = {
  connectionId: string;
  chatKey: string;
  providerId: string;
  /** Written on the company's phone. */
  fromMe: boolean;
  /** The contact of the chat; for `fromMe` the recipient. */
  sender: ChannelParty;
  group?: { address: string; name: string; author: string };
  at: Date;
  /** The channel's time has milliseconds; otherwise whole seconds. */
  isExact?: boolean;
  /** The channel's order among equal times. */
  seq: number;
  kind: MediaType;
  body: string;
  /** The body of kinds that name a time, in the company's time zone. */
  bodyIn?: (timeZone: string) => string;
  media?: { name: string; mimetype: string; size: number; seconds: number | null; waveform: number[] | null };
  quotedProviderId?: string;
  /** The message whose file this one brings in higher quality; it becomes that message's file. */
  copyOf?: string;
  /** Older than the connection: stored, without any reaction. */
  isHistory: boolean;
  /** The channel reports that it waited there while we were away. */
  hasWaited?: boolean;
  /** For an own message of the history: its delivery status. */
  ack?: number;
  /** Data for a later media download, or the whole content of kinds that are not shown. */
  raw?: Record<string, unknown>;
};

export type IncomingChange = {
  connectionId: string;
  chatKey: string;
  targetProviderId: string;
  at: Date;
  sender: ChannelParty;
  fromMe: boolean;
  /** The channel's time is exact; otherwise whole seconds. */
  isExact?: boolean;
} & ({ type: "edit"; body: string } | { type: "delete" } | { type: "reaction"; emoji: string });

/** Null ids: ignored (group messages, when the company ignores groups). */
export type ReceivedMessage = { messageId: string | null; ticketId: string | null; isNew: boolean };

/** Returns the contact of the chat: the group, or the person. */
export function partyOf({ sender, group, fromMe }: Pick<IncomingMessage, "sender" | "group" | "fromMe">): Party {
  if (group) return { addresses: [{ kind: "group", address: group.address }], name: group.name, isGroup: true };
  // The name in an own message is the company's.
  return { addresses: channelAddresses(sender), name: fromMe ? undefined : sender.name };
}

/** Returns the text of a text message; '' for other kinds. */
export const chatTextOf = ({ kind, body }: IncomingMessage): string => (kind === "chat" ? body : "");
