import { type BinaryNode, getBinaryNodeChild, type WASocket } from "@whiskeysockets/baileys";
import type { IncomingCall } from "../../../channel.ts";
import { partyOf } from "../jids.ts";
import { ackAfterPersist } from "../store/ack-after-persist.ts";
import { stanzaTime } from "./stanza-time.ts";

/** Reports calls when they start to ring. Their end is not reported. */
export function listenToCalls(sock: WASocket, onCall: (call: IncomingCall) => Promise<void>): void {
  ackAfterPersist(sock, "CB:call", async (node) => {
    const call = callOf(node);
    if (call) await onCall(call);
  });
}

/** Returns null for group calls. */
function callOf(node: BinaryNode): IncomingCall | null {
  const offer = getBinaryNodeChild(node, "offer");
  const callId = offer?.attrs["call-id"];
  if (!offer || !callId || offer.attrs.type === "group" || offer.attrs["group-jid"]) return null;
  const party = partyOf([offer.attrs["call-creator"], offer.attrs.caller_pn, node.attrs.from]);
  if (node.attrs.notify) party.name = node.attrs.notify;
  if (!party.lid && !party.phone) return null;
  const isVideo = getBinaryNodeChild(offer, "video") !== undefined;
  return { callId, party, isVideo, at: stanzaTime(node.attrs.t) };
}
