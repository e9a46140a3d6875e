import { createHash } from "node:crypto";
import { jidDecode } from "@whiskeysockets/baileys";
import type { ChannelParty } from "../../../domain/desk/messages/index.ts";

export const PHONE_SERVER = "s.whatsapp.net";

export const lidJid = (lid: string) => `${lid}@lid`;
export const phoneJid = (phone: string) => `${phone}@${PHONE_SERVER}`;
export const isGroup = (jid: string) => jid.endsWith("@g.us");

/** Sorts addresses of one person into LID and phone. A LID's digits are never a phone number. */
export function partyOf(jids: (string | null | undefined)[]): ChannelParty {
  const party: ChannelParty = {};
  for (const jid of jids) {
    const { user, server } = (jid && jidDecode(jid)) || {};
    if (!user) continue;
    if (server === "lid") party.lid ??= user;
    else if (server === PHONE_SERVER) party.phone ??= user;
  }
  return party;
}

/** Returns the chat's key, the same for all addresses of a person; replies go to it too. */
export function chatKeyOf({ lid, phone }: ChannelParty): string | null {
  if (lid) return lidJid(lid);
  return phone ? phoneJid(phone) : null;
}

export function isSamePerson(jid: string | undefined, other: string | undefined): boolean {
  const [one, two] = [jid ? jidDecode(jid) : undefined, other ? jidDecode(other) : undefined];
  return one !== undefined && one?.user === two?.user && one?.server === two?.server;
}

/**
 * Returns the channel's id for one of our messages. It is deterministic, so that a message sent again is the same
 * message.
 */
export function providerIdOf(messageId: string): string {
  return `3EB0${createHash("sha256").update(messageId).digest("hex").slice(0, 18).toUpperCase()}`;
}
