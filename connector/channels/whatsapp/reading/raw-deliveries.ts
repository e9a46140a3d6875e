import { type BinaryNode, getBinaryNodeChildren, type WASocket } from "@whiskeysockets/baileys";
import type { Delivery } from "../../../channel.ts";
import { ackAfterPersist } from "../store/ack-after-persist.ts";
import { stanzaTime } from "./stanza-time.ts";

const acks: Partial<Record<string, 2 | 3 | 4>> = { delivery: 2, inactive: 2, read: 3, played: 4 };

/**
 * Reads acknowledgements and receipts directly from the stanzas. The library emits no event for the server's
 * acknowledgement, and its event buffer can lose receipts when a connection drops.
 */
export function listenToDeliveries(sock: WASocket, onDelivery: (delivery: Delivery) => Promise<void>): void {
  sock.ws.on("CB:ack,class:message", ({ attrs }: BinaryNode) => {
    const { id: providerId, error } = attrs;
    if (!providerId) return;
    if (error === undefined) return void onDelivery({ type: "accepted", providerId, at: stanzaTime(attrs.t) });
    // 463: the account may not write to new contacts for a while. It is never retried automatically.
    const code = error === "463" ? "ERR_WAPP_REACHOUT_LIMIT" : "ERR_SENDING_WAPP_MSG";
    void onDelivery({ type: "refused", providerId, code });
  });

  ackAfterPersist(sock, "CB:receipt", async (node) => {
    const receipt = receiptOf(node);
    if (receipt) await onDelivery(receipt);
  });
}

function receiptOf(node: BinaryNode): Delivery | null {
  const { id, type = "delivery", recipient } = node.attrs;
  const ack = acks[type];
  // A receipt with a recipient is for a message of another sender.
  if (!id || !ack || recipient) return null;
  const [list] = getBinaryNodeChildren(node, "list");
  const others = getBinaryNodeChildren(list, "item").flatMap(({ attrs }) => attrs.id ?? []);
  return { type: "receipt", providerIds: [id, ...others], ack, at: stanzaTime(node.attrs.t) };
}
