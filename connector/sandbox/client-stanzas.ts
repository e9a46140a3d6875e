import { confirmationKey } from "./companion.ts";
import type { MessageStatus } from "./held-message.ts";
import { contentOf, mediaOf } from "./held-message.ts";
import { sealRetryAnswer } from "./media-cipher.ts";
import { attr, type BinaryNode, bytesOf, el, kid, kids, nowSeconds } from "./nodes.ts";
import type { ServerSocket, Session } from "./server-socket.ts";

export async function onMessage(socket: ServerSocket, { account, companion }: Session, node: BinaryNode) {
  const { emulator } = socket;
  const [id, to] = [attr(node, "id"), attr(node, "to")];
  const { refuseSends } = account.faults;
  socket.send(el("ack", { class: "message", id, from: to, error: refuseSends, t: nowSeconds() }));
  if (refuseSends) return;
  const group = emulator.groups.get(to);
  if (group) return group.receive(companion, node);
  for (const { jid, enc } of envelopesOf(node)) {
    const sealed = { type: attr(enc, "type"), ciphertext: bytesOf(enc) };
    const { account: recipient, contact, device } = emulator.resolve(jid);
    if (contact) await contact.onEncrypted(account, companion, id, sealed);
    else if (recipient === account && device === 0) await account.onOwnCopy(companion, id, to, sealed);
  }
}

function envelopesOf(node: BinaryNode): { jid: string; enc: BinaryNode }[] {
  const direct = kid(node, "enc");
  if (direct) return [{ jid: attr(node, "to"), enc: direct }];
  return kids(kid(node, "participants"), "to").flatMap((to) => {
    const enc = kid(to, "enc");
    return enc ? [{ jid: attr(to, "jid"), enc }] : [];
  });
}

export function onAck({ account, companion }: Session, node: BinaryNode) {
  const { error } = node.attrs;
  if (error) account.emit("nack", { id: attr(node, "id"), code: error });
  confirm({ account, companion }, confirmationKey(attr(node, "class"), node.attrs));
}

export async function onReceipt(socket: ServerSocket, session: Session, node: BinaryNode) {
  const { account, companion } = session;
  if (account.faults.loseReceipts) return; // the network ate it
  const [id, to] = [attr(node, "id"), attr(node, "to")];
  const { type = "delivery" } = node.attrs;
  socket.send(el("ack", { class: "receipt", id, from: to, type: node.attrs.type }));
  const { contact } = socket.emulator.resolve(to);
  if (type === "server-error") return uploadAgain(socket, session, node);
  if (type === "retry") {
    const count = Number(kid(node, "retry")?.attrs.count ?? 1) + 1;
    const key = kid(kid(node, "keys"), "key");
    if (key) companion.acceptRetryKey(key);
    account.emit("retry-request", { id, to, count });
    return contact?.onRetryRequest(account, companion, id, count);
  }
  const ids = [id, ...kids(kid(node, "list"), "item").map((item) => attr(item, "id"))];
  for (const one of ids) confirm(session, one);
  contact?.onReceipt(ids, statusOf(type));
  account.emit("receipt", { ids, type, to });
  socket.emulator.tell({ type: "receipt", account: account.phone, number: contact?.phone });
}

/** A client that is not showing the chat says "inactive". */
const statusOf = (type: string): MessageStatus => (type === "read" || type === "played" ? type : "delivered");

function confirm({ account, companion }: Session, key: string) {
  if (companion.unconfirmed.delete(key)) account.emit("confirmed", { key });
}

/** The client found expired media: the phone uploads it again and says where. */
function uploadAgain(socket: ServerSocket, { account }: Session, node: BinaryNode) {
  const { emulator } = socket;
  const id = attr(node, "id");
  const jid = kid(node, "rmr")?.attrs.jid ?? "";
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
