import type { Socket } from "socket.io";

/** Maximum of open sockets without a session per address. */
const MAX_PER_ADDRESS = 20;

/**
 * Accepts sockets without a session, as clients expect; they receive no events and are closed after `lifetimeMs`.
 * The returned function returns false when there are too many from this address.
 */
export function limitStrangers(lifetimeMs: number): (socket: Socket, address: string) => boolean {
  const counts = new Map<string, number>();
  return (socket, address) => {
    const count = counts.get(address) ?? 0;
    if (count >= MAX_PER_ADDRESS) return false;
    counts.set(address, count + 1);
    const timer = setTimeout(() => socket.disconnect(true), lifetimeMs);
    socket.conn.once("close", () => {
      clearTimeout(timer);
      const left = (counts.get(address) ?? 1) - 1;
      if (left > 0) counts.set(address, left);
      else counts.delete(address);
    });
    return true;
  };
}
