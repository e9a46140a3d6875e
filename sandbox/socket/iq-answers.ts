import type { WhatsAppEmulator } from "../emulator.ts";
import { CodePairing } from "../pairing-code.ts";
import type { PublicKey, SignedPublicKey } from "../signal-device.ts";
import {
  attr,
  type BinaryNode,
  bigEndian,
  childNode,
  childNodes,
  el,
  joinJid,
  SERVER,
  splitJid,
  textOf,
} from "./nodes.ts";
import type { ServerSocket, SocketSession } from "./server-socket.ts";

/** Answers a client's query. Unknown queries get an empty result, which clients accept. */
export async function answerIq(socket: ServerSocket, iq: BinaryNode) {
  const [child] = childNodes(iq);
  const route = `${iq.attrs.xmlns}:${iq.attrs.type}:${child?.tag ?? ""}`;
  const { emulator, session } = socket;
  const result = (content?: BinaryNode[], from = SERVER) =>
    socket.send(el("iq", { from, type: "result", id: iq.attrs.id }, content));

  const custom = emulator.iqHandlers.get(route);
  if (custom) return result(custom(iq));
  if (route === "md:set:link_code_companion_reg" && child) return answerLinkCode(socket, child, result);
  if (!session) return result();
  const { account, companion } = session;
  switch (route) {
    case "encrypt:get:count":
      return result([el("count", { value: companion.preKeys.size })]);
    case "encrypt:set:registration":
      companion.acceptUpload(iq);
      return result();
    case "encrypt:get:digest":
      return result([el("digest", {}, [registration(companion.record.registrationId)])]);
    case "encrypt:get:key":
      return result([
        el(
          "list",
          {},
          childNodes(child, "user").map((user) => keyNode(emulator, attr(user, "jid"))),
        ),
      ]);
    case "passive:set:active":
      result();
      return socket.goActive(session);
    case "usync:get:usync":
      return result(child && [usync(emulator, child)]);
    case "privacy:get:privacy":
      return result([el("privacy", {}, [el("category", { name: "readreceipts", value: "all" })])]);
    case "abt:get:props":
      return result([el("props")]);
    case "blocklist:get:":
      return result([el("list")]);
    case "w:m:set:media_conn":
      return result([
        el("media_conn", { auth: "sandbox", ttl: 3600 }, [el("host", { hostname: emulator.media.host })]),
      ]);
    case "w:sync:app:state:set:sync":
      return result([el("sync", {}, childNodes(child, "collection").map(nothingNew))]);
    case "w:g2:get:query": {
      const group = emulator.groups.get(attr(iq, "to"));
      return result([group?.metadataNode() ?? notFound()], iq.attrs.to);
    }
    case "w:profile:picture:get:picture": {
      const picture = emulator.pictureOf(attr(iq, "target"));
      if (picture) return result([el("picture", { id: picture.id, type: "preview", url: picture.url })]);
      return socket.send(el("iq", { from: SERVER, type: "error", id: iq.attrs.id }, [notFound()]));
    }
    case "md:set:remove-companion-device":
      result();
      return account.unlink(companion.deviceId);
    default:
      return result();
  }
}

const notFound = () => el("error", { code: 404, text: "item-not-found" });

const nothingNew = ({ attrs }: BinaryNode) => el("collection", { name: attrs.name, version: attrs.version });

const registration = (id: number) => el("registration", {}, bigEndian(id, 4));

function answerLinkCode(socket: ServerSocket, node: BinaryNode, result: (content?: BinaryNode[]) => void) {
  const { emulator } = socket;
  const phone = splitJid(node.attrs.jid ?? "").user;
  if (node.attrs.stage === "companion_hello") {
    const pairing = new CodePairing(socket, node);
    emulator.codePairings.set(phone, pairing);
    return result([pairing.refNode()]);
  }
  result();
  const pairing = emulator.codePairings.get(phone);
  if (!pairing) return;
  emulator.codePairings.delete(phone);
  const { account, identity, advSecret } = pairing.finish(node);
  // Not awaited: the client's answer arrives through the stanza queue, which waits for this function.
  account.pair(socket, identity, advSecret).catch((error) => emulator.emit("problem", error));
}

/** Returns the key bundle of a device, which belongs to a contact or to an account. */
function keyNode(emulator: WhatsAppEmulator, jid: string): BinaryNode {
  const { account, contact, device } = emulator.resolve(jid);
  const owner = contact?.device ?? (device ? account?.companions.get(device) : account?.primary);
  if (!owner) return el("user", { jid }, [notFound()]);
  const { registrationId, identity, signedPreKey, preKey } = owner.bundle();
  return el("user", { jid }, [
    registration(registrationId),
    el("type", {}, Buffer.from([5])),
    el("identity", {}, identity),
    publicKeyNode("skey", signedPreKey),
    ...(preKey ? [publicKeyNode("key", preKey)] : []),
  ]);
}

function publicKeyNode(tag: string, key: PublicKey | SignedPublicKey): BinaryNode {
  const signature = "signature" in key ? [el("signature", {}, key.signature)] : [];
  return el(tag, {}, [el("id", {}, bigEndian(key.id, 3)), el("value", {}, key.value), ...signature]);
}

/** Answers a usync query: whether the numbers exist, their devices and their LIDs. */
function usync(emulator: WhatsAppEmulator, query: BinaryNode): BinaryNode {
  const asked = new Set(childNodes(childNode(query, "query")).map(({ tag }) => tag));
  const users = childNodes(childNode(query, "list"), "user").map((user) => {
    const phone = childNode(user, "contact");
    const jid = user.attrs.jid ?? (phone ? joinJid(textOf(phone).replace("+", ""), SERVER) : "");
    const { account, contact } = emulator.resolve(jid);
    const found = account ?? contact;
    const parts: BinaryNode[] = [];
    if (asked.has("contact")) parts.push(el("contact", { type: found ? "in" : "out" }));
    if (asked.has("devices") && found) parts.push(devicesNode(account ? [...account.companions.values()] : []));
    if (asked.has("lid") && found && splitJid(jid).server === SERVER) parts.push(el("lid", { val: found.lidJid }));
    return el("user", { jid }, parts);
  });
  const attrs = { sid: query.attrs.sid, index: 0, last: "true", mode: "query" };
  return el("usync", attrs, [
    el(
      "result",
      {},
      [...asked].map((tag) => el(tag)),
    ),
    el("list", {}, users),
  ]);
}

function devicesNode(companions: SocketSession["companion"][]): BinaryNode {
  const linked = companions.map(({ record }) => el("device", { id: record.deviceId, "key-index": record.keyIndex }));
  return el("devices", {}, [el("device-list", { hash: "sandbox" }, [el("device", { id: 0 }), ...linked])]);
}
