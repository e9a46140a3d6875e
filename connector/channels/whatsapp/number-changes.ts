import { type BinaryNode, getBinaryNodeChild, type WASocket } from "@whiskeysockets/baileys";
import type { NumberChange } from "../../../domain/desk/identity/index.ts";
import { partyOf } from "./jids.ts";
import { ackAfterPersist } from "./store/ack-after-persist.ts";

/**
 * Stores number changes before they are acknowledged. The library acknowledges them without an event, and the server
 * sends each only once.
 */
export function listenToNumberChanges(sock: WASocket, onNumberChange: (change: NumberChange) => Promise<void>): void {
  ackAfterPersist(sock, "CB:notification", async (node) => {
    const change = changeIn(node);
    if (change) await onNumberChange(change);
  });
}

function changeIn(node: BinaryNode): NumberChange | null {
  const modify = node.attrs.type === "contacts" ? getBinaryNodeChild(node, "modify") : undefined;
  if (!modify) return null;
  const { old, new: next, old_lid, new_lid } = modify.attrs;
  const [from, to] = [partyOf([old, old_lid]), partyOf([next, new_lid])];
  return (from.phone || from.lid) && (to.phone || to.lid) ? { from, to } : null;
}
