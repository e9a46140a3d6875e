import { encodeBinaryNode, proto, writeRandomPadMax16 } from "@whiskeysockets/baileys";
import fc from "fast-check";
import { type Mutation, mutate, mutation } from "../../db/testing/nasty.ts";
import type { Account, Contact } from "../../sandbox/index.ts";
import { type BinaryNode, el } from "../../sandbox/socket/nodes.ts";

/** A stanza of the server or of a phone, with random defects. */
export type Stanza =
  | { kind: "node"; node: unknown; mutations: Mutation[] }
  | { kind: "bytes"; node: BinaryNode; flips: number[]; cut: number }
  | { kind: "message"; message: unknown; mutations: Mutation[]; attrs: Record<string, string> }
  | { kind: "plaintext"; message: proto.IMessage; flips: number[]; cut: number };

const KEY = { remoteJid: "5511999990000@s.whatsapp.net", fromMe: false, id: "3EB0AAAA" };
const media = {
  url: "https://127.0.0.1:1/x",
  directPath: "/x",
  mediaKey: Buffer.alloc(32),
  fileLength: 9,
  mimetype: "image/png",
};
const hashes = { fileSha256: Buffer.alloc(32), fileEncSha256: Buffer.alloc(32) };
const contextInfo = { stanzaId: "3EB0BBBB", participant: "1@lid", quotedMessage: { conversation: "antes" } };
const { Type } = proto.Message.ProtocolMessage;

/** One sample of most kinds of messages. */
const messages: proto.IMessage[] = [
  { conversation: "oi" },
  { extendedTextMessage: { text: "olá", contextInfo } },
  { imageMessage: { ...media, ...hashes, caption: "foto", contextInfo, jpegThumbnail: Buffer.alloc(9) } },
  { videoMessage: { ...media, ...hashes, seconds: 3, mimetype: "video/mp4" } },
  { audioMessage: { ...media, ...hashes, seconds: 3, ptt: true, waveform: Buffer.alloc(64), mimetype: "audio/ogg" } },
  { documentMessage: { ...media, ...hashes, fileName: "a.pdf", title: "a", mimetype: "application/pdf" } },
  { stickerMessage: { ...media, ...hashes, mimetype: "image/webp" } },
  { locationMessage: { degreesLatitude: -19.9, degreesLongitude: -43.9, name: "Loja", address: "Rua" } },
  { contactMessage: { displayName: "Ana", vcard: "BEGIN:VCARD\nFN:Ana\nEND:VCARD" } },
  { contactsArrayMessage: { displayName: "2", contacts: [{ displayName: "Ana", vcard: "BEGIN:VCARD" }] } },
  { reactionMessage: { key: KEY, text: "👍", senderTimestampMs: 1 } },
  { protocolMessage: { key: KEY, type: Type.REVOKE } },
  { protocolMessage: { key: KEY, type: Type.MESSAGE_EDIT, editedMessage: { conversation: "outra" }, timestampMs: 1 } },
  { protocolMessage: { type: Type.EPHEMERAL_SETTING, ephemeralExpiration: 1 } },
  {
    protocolMessage: {
      type: Type.LID_MIGRATION_MAPPING_SYNC,
      lidMigrationMappingSyncMessage: { encodedMappingPayload: Buffer.alloc(9) },
    },
  },
  { ephemeralMessage: { message: { viewOnceMessage: { message: { conversation: "some" } } } } },
  { editedMessage: { message: { protocolMessage: { key: KEY, type: Type.MESSAGE_EDIT, editedMessage: {} } } } },
  { pollCreationMessage: { name: "?", options: [{ optionName: "a" }], encKey: Buffer.alloc(32) } },
  {
    pollUpdateMessage: { pollCreationMessageKey: KEY, vote: { encPayload: Buffer.alloc(9), encIv: Buffer.alloc(12) } },
  },
  { buttonsResponseMessage: { selectedButtonId: "1", selectedDisplayText: "sim" } },
  { listResponseMessage: { title: "um", singleSelectReply: { selectedRowId: "1" } } },
  { deviceSentMessage: { destinationJid: "1@lid", message: { conversation: "nossa" } } },
  { senderKeyDistributionMessage: { groupId: "1@g.us", axolotlSenderKeyDistributionMessage: Buffer.alloc(40) } },
  { messageContextInfo: { messageSecret: Buffer.alloc(32) }, call: { callKey: Buffer.alloc(9) } },
];

const from = "99900011122233@lid";
const t = "1782900000";
const notification = (type: string, content: BinaryNode[], attrs: Record<string, string> = {}) =>
  el("notification", { id: "7", from: "s.whatsapp.net", t, type, ...attrs }, content);
const receipt = (attrs: Record<string, string>, content?: BinaryNode[]) =>
  el("receipt", { id: "3EB0CCCC", from, t, ...attrs }, content);

/** Samples of other stanzas of the server, except those that end or replace the link on purpose. */
const nodes: BinaryNode[] = [
  el("ack", { class: "message", id: "3EB0CCCC", from, t }),
  el("ack", { class: "message", id: "3EB0CCCC", from, t, error: "479" }),
  el("ack", { class: "message", id: "3EB0CCCC", from, t, phash: "2:abcd" }),
  receipt({}),
  receipt({ type: "read" }, [el("list", {}, [el("item", { id: "3EB0DDDD" })])]),
  receipt({ type: "played" }),
  receipt({ type: "server-error" }, [
    el("error", { type: "x" }),
    el("encrypt", {}, [el("enc_p", {}, Buffer.alloc(9))]),
  ]),
  receipt({ type: "retry", participant: from }, [
    el("retry", { v: 1, count: 1, id: "3EB0CCCC", t }),
    el("registration", {}, Buffer.alloc(4)),
  ]),
  notification("encrypt", [el("count", { value: 100 })]),
  notification("encrypt", [el("identity")], { from }),
  notification("devices", [el("update", { hash: "x" }, [el("device", { jid: from, key_index: 1 })])], { from }),
  notification("account_sync", [el("disappearing_mode", { duration: 0, t })]),
  notification("account_sync", [el("blocklist", {}, [el("item", { action: "block", jid: from })])]),
  notification("picture", [el("set", { hash: "x", id: "1" })], { from }),
  notification("status", [el("set", {}, Buffer.from("oi"))], { from }),
  notification("w:gp2", [el("subject", { subject: "Grupo", s_t: t, s_o: from })], {
    from: "1@g.us",
    participant: from,
  }),
  notification("w:gp2", [el("add", {}, [el("participant", { jid: from })])], { from: "1@g.us", participant: from }),
  notification(
    "w:gp2",
    [el("create", { type: "new" }, [el("group", { id: "1", creation: t, s_t: t, subject: "x" })])],
    { from: "1@g.us" },
  ),
  notification("w:gp2", [el("ephemeral", { expiration: 9 })], { from: "1@g.us", participant: from }),
  notification("mediaretry", [
    el("encrypt", {}, [el("enc_p", {}, Buffer.alloc(20)), el("enc_iv", {}, Buffer.alloc(12))]),
    el("rmr", { jid: from, id: "1" }),
  ]),
  notification("server_sync", [el("collection", { name: "regular", version: 2 })]),
  notification(
    "privacy_token",
    [el("tokens", {}, [el("token", { type: "trusted_contact", t, jid: from }, Buffer.alloc(9))])],
    { from },
  ),
  notification("newsletter", [el("live_updates", {}, [el("messages", { t }, [el("message", { server_id: 1 })])])], {
    from: "1@newsletter",
  }),
  notification("mex", [
    el("update", { op_name: "NotificationUserReachoutTimelockUpdate" }, Buffer.from('{"data":{}}')),
  ]),
  el("iq", { id: "9", from: "s.whatsapp.net", type: "get", xmlns: "urn:xmpp:ping" }),
  el("iq", { id: "9", from: "s.whatsapp.net", type: "result" }, [el("list")]),
  el("ib", { from: "s.whatsapp.net" }, [el("dirty", { type: "account_sync", timestamp: t })]),
  el("ib", { from: "s.whatsapp.net" }, [el("dirty", { type: "groups" })]),
  el("ib", { from: "s.whatsapp.net" }, [el("edge_routing", {}, [el("routing_info", {}, Buffer.alloc(4))])]),
  el("ib", { from: "s.whatsapp.net" }, [el("offline", { count: 3 })]),
  el("ib", { from: "s.whatsapp.net" }, [el("thread_metadata", {}, [el("item")])]),
  el("presence", { from, type: "unavailable", last: t }),
  el("chatstate", { from }, [el("composing", { media: "audio" })]),
  el("call", { from, id: "5", t, notify: "Ana" }, [
    el("offer", { "call-id": "X", "call-creator": from }, [el("audio"), el("video")]),
  ]),
  el("call", { from, id: "5", t }, [el("terminate", { "call-id": "X", reason: "timeout", "call-creator": from })]),
  el("message", { id: "3EB0EEEE", from: "1@newsletter", t, type: "text", server_id: 1 }, [
    el("plaintext", {}, Buffer.from("oi")),
  ]),
  el("message", { id: "3EB0EEEF", from, t, type: "text", notify: "Ana" }, [el("unavailable", { type: "view_once" })]),
  el("stream:features", {}, [el("x")]),
];

const flips = fc.array(fc.nat(4_000), { maxLength: 3 });
const mutations = fc.array(mutation(), { minLength: 1, maxLength: 3 });
const messageAttrs = fc.oneof(
  { weight: 6, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Record<string, string>[]>(
      { t: "x" },
      { t: "99999999999999" },
      { t: "-1" },
      { notify: "\u0000" },
      { notify: "x".repeat(5_000) },
      { type: "" },
      { category: "peer" },
      { category: "high_force" },
      { sender_lid: "x" },
      { sender_pn: "@" },
      { recipient: "1@lid" },
      { participant: "5511@s.whatsapp.net" },
      { offline: "x" },
      { id: "" },
      { id: "a\u0000b" },
      { addressing_mode: "?" },
      { edit: "7" },
    ),
  },
);

export const stanza: fc.Arbitrary<Stanza> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant("node" as const), node: fc.constantFrom(...nodes), mutations }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("bytes" as const),
      node: fc.constantFrom(...nodes),
      flips,
      cut: fc.nat(200),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant("message" as const),
      message: fc.constantFrom(...messages),
      mutations,
      attrs: messageAttrs,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("plaintext" as const),
      message: fc.constantFrom(...messages),
      flips,
      cut: fc.nat(200),
    }),
  },
);

let serial = 0;

/** Sends the stanza to the account's device. Returns false when it cannot be encoded. */
export async function sendStanza(one: Stanza, account: Account, contact: Contact): Promise<boolean> {
  const [companion] = account.companions.values();
  const socket = companion?.socket;
  if (!companion || !socket) return false;
  const bytes = await bytesOf();
  if (bytes) socket.sendBytes(bytes);
  return bytes !== null;

  async function bytesOf(): Promise<Uint8Array | null> {
    switch (one.kind) {
      case "node":
        return encoded(nodeOf(mutate(one.node, one.mutations)));
      case "bytes":
        return damaged(encodeBinaryNode(one.node), one.flips, one.cut);
      case "message":
        return envelope(messageBytes(mutate(one.message, one.mutations)), one.attrs);
      case "plaintext":
        return envelope(damaged(proto.Message.encode(one.message).finish(), one.flips, one.cut), {});
    }
  }

  async function envelope(plain: Uint8Array | null, attrs: Record<string, string>) {
    if (!plain || !companion) return null;
    const padded = writeRandomPadMax16(plain);
    const { type, ciphertext } = await contact.device.encryptBytes(account.phone, companion.deviceId, padded, () =>
      companion.bundle(),
    );
    const honest = {
      id: `3EB0F${String(serial++).padStart(8, "0")}`,
      from: contact.lidJid,
      sender_pn: contact.jid,
      type: "text",
      t,
    };
    return encoded(
      el("message", { ...honest, notify: contact.name, ...attrs }, [el("enc", { v: 2, type }, ciphertext)]),
    );
  }
}

function encoded(node: BinaryNode | null): Uint8Array | null {
  try {
    return node && encodeBinaryNode(node);
  } catch {
    return null; // a string is too long, or a tag is invalid
  }
}

function messageBytes(message: unknown): Uint8Array | null {
  try {
    return proto.Message.encode(message as proto.IMessage).finish();
  } catch {
    return null; // a value of the wrong type
  }
}

/**
 * Converts a value to a stanza: attributes are strings; contents are stanzas, text or bytes. These are the encoder's
 * limits, not the client's.
 */
function nodeOf(value: unknown): BinaryNode | null {
  if (typeof value !== "object" || value === null) return null;
  const { tag, attrs, content } = value as Partial<Record<keyof BinaryNode, unknown>>;
  const texts = Object.entries(typeof attrs === "object" && attrs !== null ? attrs : {}).map(([key, text]) => [
    key,
    String(text),
  ]);
  const isContent = typeof content === "string" || content instanceof Uint8Array;
  const children = Array.isArray(content) ? content.flatMap((child) => nodeOf(child) ?? []) : undefined;
  return {
    tag: typeof tag === "string" && tag ? tag : "x",
    attrs: Object.fromEntries(texts),
    content: isContent ? content : children,
  };
}

function damaged(whole: Uint8Array, at: readonly number[], cut: number): Uint8Array {
  const bytes = Uint8Array.from(whole);
  for (const place of at)
    if (bytes.length > 0) bytes[place % bytes.length] = (bytes[place % bytes.length] ?? 0) ^ (1 << (place % 8));
  return cut % 4 === 0 ? bytes.subarray(0, cut % (bytes.length + 1)) : bytes;
}
