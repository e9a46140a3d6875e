import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { inflate } from "node:zlib";
import { proto } from "@whiskeysockets/baileys";
import type { MediaHosts } from "../../config.ts";
import { MAX_INFLATED_BYTES } from "./bounded-inflate.ts";
import { isGroup, lidJid, partyOf, phoneJid } from "./jids.ts";
import { readMediaBlob } from "./media-blob.ts";
import { lateMessage } from "./reading/late-messages.ts";
import type { OwnAccount, Received } from "./reading/normalise.ts";
import { stanzaTime } from "./reading/stanza-time.ts";

export const MAX_PACKED_BYTES = 64 * 1024 * 1024;
export const HISTORY_TIMEOUT_MS = 5 * 60_000;

const { INITIAL_BOOTSTRAP, RECENT, FULL, ON_DEMAND } = proto.HistorySync.HistorySyncType;
const withMessages: ReadonlySet<unknown> = new Set([INITIAL_BOOTSTRAP, RECENT, FULL, ON_DEMAND]);

type Notification = proto.Message.IHistorySyncNotification;

/**
 * Returns the reference to a part of the phone's history, from a message of the phone itself. Null: the message has
 * none.
 */
export function historyNotificationIn(message: Uint8Array): Notification | null {
  const decoded = proto.Message.decode(message);
  const { protocolMessage } = decoded.deviceSentMessage?.message ?? decoded;
  const found = protocolMessage?.historySyncNotification;
  return found && withMessages.has(found.syncType) ? found : null;
}

/** Loads the part: inline, or from `directPath` on the media host. */
export async function fetchHistory(notification: Notification, hosts: MediaHosts): Promise<proto.HistorySync> {
  const { initialHistBootstrapInlinePayload: inline, directPath, mediaKey } = notification;
  const limits = { timeoutMs: HISTORY_TIMEOUT_MS, maxBytes: MAX_PACKED_BYTES };
  const packed = inline?.length
    ? inline
    : await buffer(readMediaBlob({ directPath, mediaKey }, "md-msg-hist", { ...hosts, ...limits }));
  return proto.HistorySync.decode(await promisify(inflate)(packed, { maxOutputLength: MAX_INFLATED_BYTES }));
}

/** The messages of one chat, oldest first. */
export type HistoryChat = { name: string; messages: HistoryMessage[] };
/** `reactions`: the current ones, each in the form in which it would have arrived live. */
export type HistoryMessage = { received: Received; ack: number; reactions: Received[] };

/**
 * `seq`: of the message in which the phone sent the history; it orders live messages of the same second before or
 * after it.
 */
type About = { connectionId: string; self: OwnAccount; since: Date; seq: number };

/** Returns the conversations that have messages since `since`. */
export function chatsOf(history: proto.IHistorySync, { connectionId, self, since, seq }: About): HistoryChat[] {
  const aliases = aliasesOf(history);
  return (history.conversations ?? []).flatMap((chat) => {
    const name = (chat.displayName || chat.name) ?? "";
    const messages = (chat.messages ?? [])
      .flatMap(({ message }) => (message ? [asReceived(message, chat, name)] : []))
      .filter((one) => one !== null)
      // The phone lists the newest first, also within one second.
      .reverse()
      .sort((a, b) => a.at.getTime() - b.at.getTime())
      .filter(({ at }) => at >= since)
      .map(({ attrs, message, ack, reactions }) => ({
        received: { connectionId, attrs, message, seq },
        ack,
        reactions: reactions.map((one) => ({ connectionId, ...one, seq })),
      }));
    return messages.length > 0 ? [{ name, messages }] : [];
  });

  function asReceived(info: proto.IWebMessageInfo, chat: proto.IConversation, name: string) {
    const { key, participant } = info;
    const chatId = key?.remoteJid ?? chat.id;
    if (!key?.id || !chatId) return null;
    const inGroup = isGroup(chatId);
    const alias = inGroup ? undefined : (chat.lidJid ?? chat.pnJid ?? aliases.get(chatId));
    const inChat = (of: proto.IMessageKey, author: string | null | undefined) => ({
      ...of,
      remoteJid: chatId,
      participant: inGroup ? ((of.fromMe ? (self.lid ?? self.id) : author) ?? undefined) : undefined,
      ...(alias && alias !== chatId && { remoteJidAlt: alias }),
    });
    const late = lateMessage({
      ...info,
      pushName: info.pushName ?? (inGroup || key.fromMe ? undefined : name),
      key: inChat(key, participant ?? key.participant),
    });
    if (!late) return null;
    const reactions = (info.reactions ?? []).flatMap(({ key: by, text, senderTimestampMs }) => {
      const reaction = lateMessage({
        key: inChat({ ...by, id: by?.id ?? key.id }, by?.participant),
        message: { reactionMessage: { key: { id: key.id }, text } },
        messageTimestamp: Math.floor(Number(senderTimestampMs ?? 0) / 1_000),
      });
      return reaction && text ? [reaction] : [];
    });
    // The channel's status counts from 0 (failed), 1 (pending), 2 (at the server).
    const ack = Math.max(1, Number(info.status ?? 2) - 1);
    return { ...late, at: stanzaTime(late.attrs.t), ack, reactions };
  }
}

/** Maps each of a person's two addresses to the other, so that the person has one chat. */
function aliasesOf({ phoneNumberToLidMappings }: proto.IHistorySync): Map<string, string> {
  const pairs = (phoneNumberToLidMappings ?? []).flatMap(({ pnJid, lidJid: lid }) => {
    const { phone, lid: hidden } = partyOf([pnJid, lid]);
    return phone && hidden ? [[phoneJid(phone), lidJid(hidden)] as const] : [];
  });
  return new Map([...pairs, ...pairs.map(([pn, lid]) => [lid, pn] as const)]);
}
