import type { Account } from "../account.ts";
import { confirmationKey } from "../companion.ts";
import { sealRetryAnswer } from "../media-cipher.ts";
import { contentOf, mediaOf } from "../phone-message.ts";
import type { MessageStatus } from "../wire.ts";
import { attr, type BinaryNode, bytesOf, childNode, childNodes, el, joinJid, nowSeconds, splitJid } from "./nodes.ts";
import type { ServerSocket, SocketSession } from "./server-socket.ts";

export async function onMessage(socket: ServerSocket, { account, companion }: SocketSession, node: BinaryNode) {
  const { emulator } = socket;
  const [id, to] = [attr(node, "id"), attr(node, "to")];
  const { contact: recipient } = emulator.resolve(to);
  const isForbidden = recipient !== undefined && !account.mayWriteTo(recipient);
  const refuseSends = isForbidden ? "463" : account.faults.refuseSends;
  socket.send(el("ack", { class: "message", id, from: to, error: refuseSends, t: nowSeconds() }));
  if (refuseSends) return;
  const group = emulator.groups.get(to);
  if (group) return group.receive(companion, node);
  for (const { jid, enc } of envelopesOf(node)) {
    const sealed = { type: attr(enc, "type"), ciphertext: bytesOf(enc) };
    const { account: other, contact, device } = emulator.resolve(jid);
    if (contact) await contact.onEncrypted(account, companion, id, sealed);
    else if (other === account && device === 0) await account.onOwnCopy(companion, id, to, sealed);
    else if (other && other !== account) relay({ account, companion }, other, device, node, enc);
  }
}

/**
 * Relays a message between two accounts under test: the envelope is passed on unchanged, because it is encrypted for
 * that device.
 */
function relay(
  { account, companion }: SocketSession,
  to: Account,
  device: number,
  { attrs }: BinaryNode,
  enc: BinaryNode,
) {
  const recipient = to.companions.get(device);
  if (!recipient) return;
  const from = joinJid(account.lid, "lid", companion.deviceId);
  const names = { sender_pn: account.jid, notify: account.name, addressing_mode: "lid" };
  to.deliver(recipient, el("message", { id: attrs.id, from, ...names, type: attrs.type, t: nowSeconds() }, [enc]));
}

/** Relays the recipient's receipts back, including retry requests with their keys. */
function relayReceipt({ account, companion }: SocketSession, to: Account, { attrs, content }: BinaryNode) {
  const isRetry = attrs.type === "retry";
  const from = joinJid(account.lid, "lid", isRetry ? companion.deviceId : 0);
  const receipt = el(
    "receipt",
    { id: attrs.id, from, sender_pn: account.jid, type: attrs.type, t: nowSeconds() },
    content,
  );
  const { device } = splitJid(attrs.to ?? "");
  for (const writer of to.companions.values()) {
    if (!isRetry || writer.deviceId === device) to.deliver(writer, receipt);
  }
}

function envelopesOf(node: BinaryNode): { jid: string; enc: BinaryNode }[] {
  const direct = childNode(node, "enc");
  if (direct) return [{ jid: attr(node, "to"), enc: direct }];
  return childNodes(childNode(node, "participants"), "to").flatMap((to) => {
    const enc = childNode(to, "enc");
    return enc ? [{ jid: attr(to, "jid"), enc }] : [];
  });
}

export function onAck({ account, companion }: SocketSession, node: BinaryNode) {
  const { error } = node.attrs;
  if (error) account.emit("nack", { id: attr(node, "id"), code: error });
  confirm({ account, companion }, confirmationKey(attr(node, "class"), node.attrs));
}

export async function onReceipt(socket: ServerSocket, session: SocketSession, node: BinaryNode) {
  const { account, companion } = session;
  const { type = "delivery" } = node.attrs;
  // Simulates a lost receipt. A retry request is never dropped alone, because the receipt that confirms the message
  // follows it on the same connection.
  if (account.faults.loseReceipts && type !== "retry") return;
  const [id, to] = [attr(node, "id"), attr(node, "to")];
  socket.send(el("ack", { class: "receipt", id, from: to, type: node.attrs.type }));
  const { contact, account: other } = socket.emulator.resolve(to);
  if (other && other !== account) relayReceipt(session, other, node);
  if (type === "server-error") return uploadAgain(socket, session, node);
  if (type === "retry") {
    const count = Number(childNode(node, "retry")?.attrs.count ?? 1) + 1;
    const key = childNode(childNode(node, "keys"), "key");
    if (key) companion.acceptRetryKey(key);
    account.emit("retry-request", { id, to, count });
    return contact?.onRetryRequest(account, companion, id, count);
  }
  const ids = [id, ...childNodes(childNode(node, "list"), "item").map((item) => attr(item, "id"))];
  for (const one of ids) confirm(session, one);
  contact?.onReceipt(ids, statusOf(type));
  account.emit("receipt", { ids, type, to });
  socket.emulator.emitChange({ type: "receipt", account: account.phone, number: contact?.phone });
}

/**
 * Maps a receipt type to a status. A client that does not show the chat reports "inactive", which counts as
 * delivered.
 */
const statusOf = (type: string): MessageStatus => (type === "read" || type === "played" ? type : "delivered");

function confirm({ account, companion }: SocketSession, key: string) {
  if (companion.unconfirmed.delete(key)) account.emit("confirmed", { key });
}

/** Uploads expired media again, as the phone does when the client asks, and answers with the new path. */
function uploadAgain(socket: ServerSocket, { account }: SocketSession, node: BinaryNode) {
  const { emulator } = socket;
  const id = attr(node, "id");
  const jid = childNode(node, "rmr")?.attrs.jid ?? "";
  const held = emulator.resolve(jid).contact?.messages.get(id);
  const part = held && mediaOf(contentOf(held));
  const blob = part && emulator.media.get(part.directPath);
  const answer = blob && sealRetryAnswer(part.mediaKey, id, emulator.media.put(blob).directPath);
  const content = answer
    ? el("encrypt", {}, [el("enc_p", {}, answer.ciphertext), el("enc_iv", {}, answer.iv)])
    : el("error", { code: 2 });
  const attrs = { id, from: account.jid, type: "mediaretry", t: nowSeconds() };
  socket.send(el("notification", attrs, [content, el("rmr", { jid, from_me: "false" })]));
}
