import type { BinaryNode, WASocket } from "@whiskeysockets/baileys";

/**
 * Runs the library's listeners of `event` only after `write` has resolved. The library acknowledges these stanzas as
 * soon as it sees them, and the server then discards them. Without the acknowledgement the server delivers them again
 * on the next connection.
 */
export function ackAfterPersist(sock: WASocket, event: string, write: (node: BinaryNode) => Promise<void>): void {
  const library = sock.ws.listeners(event);
  if (library.length === 0) throw new Error(`no listener for ${event}`);
  sock.ws.removeAllListeners(event);
  sock.ws.on(event, async (node: BinaryNode) => {
    await write(node);
    if (sock.ws.isOpen) for (const handle of library) handle.call(sock.ws, node);
  });
}
