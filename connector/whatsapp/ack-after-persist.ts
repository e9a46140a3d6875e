import type { BinaryNode, WASocket } from "@whiskeysockets/baileys";

/**
 * The library confirms such a stanza as soon as it has heard of it, and then the server forgets it: so it hears of it
 * when `write` is done. Until then the server gives it again on the next line.
 */
export function ackAfterPersist(sock: WASocket, event: string, write: (node: BinaryNode) => Promise<void>): void {
  const library = sock.ws.listeners(event);
  if (library.length === 0) throw new Error(`nobody handles ${event}`);
  sock.ws.removeAllListeners(event);
  sock.ws.on(event, async (node: BinaryNode) => {
    await write(node);
    if (sock.ws.isOpen) for (const handle of library) handle.call(sock.ws, node);
  });
}
