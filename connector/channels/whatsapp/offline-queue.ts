import type { WASocket } from "@whiskeysockets/baileys";

/** The server has this long to send the messages that it announced after a login. */
const TIMEOUT_MS = 90_000;

/** Calls `onTimeout` when the server does not finish sending its offline queue. Returns how to stop watching. */
export function watchOfflineQueue(sock: WASocket, onTimeout: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const stop = () => clearTimeout(timer);
  sock.ws.on("CB:ib,,offline_preview", () => {
    stop();
    timer = setTimeout(onTimeout, TIMEOUT_MS);
  });
  sock.ws.on("CB:ib,,offline", stop);
  return stop;
}
