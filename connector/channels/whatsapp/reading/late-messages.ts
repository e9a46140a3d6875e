import { proto, type WAMessage } from "@whiskeysockets/baileys";

export type LateMessage = { attrs: Record<string, string>; message: Uint8Array };

/**
 * Converts a message that the library emits without decryption (the phone sent it again at our request) to the stanza
 * in which it would have arrived. Returns null when it is no conversation content.
 */
export function lateMessage({
  key,
  message,
  messageTimestamp,
  pushName,
  messageStubType,
}: WAMessage): LateMessage | null {
  const { id, remoteJid, participant, fromMe, remoteJidAlt } = key;
  if (!id || !remoteJid || !message || messageStubType || message.protocolMessage) return null;
  const attrs: Record<string, string> = { id, from: remoteJid, t: String(messageTimestamp ?? 0) };
  if (participant) attrs.participant = participant;
  if (pushName) attrs.notify = pushName;
  if (fromMe && !participant) attrs.recipient = remoteJid;
  if (remoteJidAlt) {
    const end = fromMe ? "recipient" : "sender";
    attrs[remoteJidAlt.endsWith("@lid") ? `${end}_lid` : `${end}_pn`] = remoteJidAlt;
  }
  return { attrs, message: proto.Message.encode(message).finish() };
}
