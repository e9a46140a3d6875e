import { proto } from "@whiskeysockets/baileys";
import type { Account } from "./account.ts";
import type { Contact } from "./contact.ts";
import type { PhoneDirectory } from "./phone-directory.ts";
import { contentOf, describeMessage, mediaOf } from "./phone-message.ts";
import { readSample } from "./samples.ts";
import { SandboxError } from "./sandbox-error.ts";
import type {
  Chat,
  Customer,
  Edit,
  MessageRef,
  NewCall,
  NewMessage,
  NewPicture,
  Reaction,
  Reading,
  ShownMessage,
} from "./wire.ts";

const { MESSAGE_EDIT, REVOKE } = proto.Message.ProtocolMessage.Type;

export async function sendMessage(phones: PhoneDirectory, message: NewMessage) {
  const { connectionId, from, name, body, media, quotedId, content, isPast } = message;
  const contact = phones.requireCustomer(from);
  const account = isPast ? await phones.requireAccount(connectionId) : await phones.requireLinkedAccount(connectionId);
  if (name && name !== contact.name) contact.name = name;
  if (content) return { id: await contact.send(account, proto.Message.fromObject(content)) };
  const contextInfo = quotedId ? quote(account, contact, quotedId) : undefined;
  if (!media) {
    const text = body ?? "";
    const content = contextInfo ? { extendedTextMessage: { text, contextInfo } } : { conversation: text };
    return { id: await contact.send(account, content) };
  }
  const sample = readSample(media.type);
  const bytes = media.base64 ? Buffer.from(media.base64, "base64") : sample.bytes;
  const { id } = await contact.sendMedia(account, media.type, bytes, {
    mimetype: media.mimetype ?? sample.mimetype,
    fileName: media.type === "document" ? (media.fileName ?? sample.fileName) : undefined,
    seconds: media.base64 ? undefined : sample.seconds,
    ptt: media.type === "audio" ? true : undefined,
    caption: (media.type !== "sticker" && body) || undefined,
    viewOnce: media.viewOnce,
    hdOf: media.hdOf,
    contextInfo,
  });
  return { id };
}

/** Calls the connection; nobody answers the call. */
export async function call(phones: PhoneDirectory, { connectionId, from, name, isVideo = false }: NewCall) {
  const contact = phones.requireCustomer(from);
  const account = await phones.requireLinkedAccount(connectionId);
  if (name && name !== contact.name) contact.name = name;
  return { id: await contact.call(account, { isVideo }) };
}

/** Returns the messages of the conversation that the phone holds, oldest first. */
export async function listMessages(phones: PhoneDirectory, chat: Chat): Promise<ShownMessage[]> {
  const { account, contact } = await requireChat(phones, chat);
  return contact.messages.shownWith(account.phone).map(describeMessage);
}

/** Returns the customers who have a conversation with the connection, most recent first. */
export async function listCustomers(phones: PhoneDirectory, connectionId: string): Promise<Customer[]> {
  const account = await phones.requireAccount(connectionId);
  const customers = phones.emulator.contacts().flatMap((contact) => {
    const last = contact.messages.shownWith(account.phone).at(-1);
    return last ? [{ number: contact.phone, name: contact.name, timestamp: last.timestamp }] : [];
  });
  return customers.sort((a, b) => b.timestamp - a.timestamp);
}

export async function readMedia(phones: PhoneDirectory, id: string) {
  const contact = phones.emulator.holderOfMedia(id);
  const held = contact?.messages.get(id);
  const part = held && mediaOf(contentOf(held));
  if (!contact || !part) throw new SandboxError("ERR_NO_FILE_FOUND");
  return { bytes: await contact.openMedia(contentOf(held)), mimetype: part.mimetype };
}

/** Opens the chat, which marks its messages as read; with `played`, also plays the voice notes. */
export async function readChat(phones: PhoneDirectory, { played = false, ...chat }: Reading) {
  const { account, contact } = await requireChat(phones, chat);
  const received = contact.messages.shownWith(account.phone).filter(({ fromMe }) => !fromMe);
  const unread = received.filter(({ status }) => status === "sent" || status === "delivered");
  const voices = received.filter((held) => held.status !== "played" && contentOf(held).audioMessage?.ptt);
  contact.read(account, ...unread.map(({ id }) => id));
  if (played) contact.played(account, ...voices.map(({ id }) => id));
  return { read: unread.length, played: played ? voices.length : 0 };
}

export async function editMessage(phones: PhoneDirectory, { body, ...ref }: Edit) {
  const { account, contact } = await requireOwnMessage(phones, ref);
  const key = { remoteJid: account.jid, fromMe: true, id: ref.id };
  const editedMessage = { conversation: body };
  const protocolMessage = { key, type: MESSAGE_EDIT, editedMessage, timestampMs: Date.now() };
  return { id: await contact.send(account, { protocolMessage }) };
}

export async function deleteMessage(phones: PhoneDirectory, ref: MessageRef) {
  const { account, contact } = await requireOwnMessage(phones, ref);
  const key = { remoteJid: account.jid, fromMe: true, id: ref.id };
  return { id: await contact.send(account, { protocolMessage: { key, type: REVOKE } }) };
}

/** Sets the customer's reaction to a message; an empty emoji removes it. */
export async function react(phones: PhoneDirectory, { emoji, ...ref }: Reaction) {
  const { account, contact, held } = await requireMessage(phones, ref);
  const key = { remoteJid: account.jid, fromMe: held.fromMe, id: ref.id };
  return { id: await contact.send(account, { reactionMessage: { key, text: emoji, senderTimestampMs: Date.now() } }) };
}

export async function startTyping(phones: PhoneDirectory, chat: Chat) {
  const { account, contact } = await requireChat(phones, chat);
  contact.typing(account);
  return {};
}

/** Sets the customer's profile picture: the given bytes, or the sample when `base64` is missing; null removes it. */
export async function showPicture(phones: PhoneDirectory, { base64, ...chat }: NewPicture) {
  const { contact } = await requireChat(phones, chat);
  const sample = base64 === undefined ? readSample("image").bytes : null;
  phones.emulator.setPicture(contact, base64 ? Buffer.from(base64, "base64") : sample);
  return {};
}

function quote(account: Account, contact: Contact, quotedId: string): proto.IContextInfo {
  const quoted = contact.messages.get(quotedId);
  if (quoted?.account !== account.phone) throw new SandboxError("ERR_NO_MESSAGE_FOUND");
  const deskAddress = contact.addressing === "lid" ? account.lidJid : account.jid;
  const participant = quoted.fromMe ? contact.address : deskAddress;
  return { stanzaId: quotedId, participant, quotedMessage: contentOf(quoted) };
}

async function requireChat(phones: PhoneDirectory, { connectionId, number }: Chat) {
  const contact = phones.requireCustomer(number);
  return { contact, account: await phones.requireAccount(connectionId) };
}

async function requireMessage(phones: PhoneDirectory, { id, ...chat }: MessageRef) {
  const { account, contact } = await requireChat(phones, chat);
  const held = contact.messages.get(id);
  if (held?.account !== account.phone || held.isHidden) throw new SandboxError("ERR_NO_MESSAGE_FOUND");
  return { account, contact, held };
}

async function requireOwnMessage(phones: PhoneDirectory, ref: MessageRef) {
  const found = await requireMessage(phones, ref);
  if (!found.held.fromMe) throw new SandboxError("ERR_NO_MESSAGE_FOUND");
  return found;
}
