type Rejected = { message?: string; stack?: string };

/** Messages of promises that Baileys rejects when a socket ends, and does not handle. */
const known = new Set([
  "Connection Closed",
  "Connection Terminated",
  "Connection Terminated by Server",
  "Connection was lost",
  "Timed Out",
]);
const ownFrame = /^\s+at .*node_modules\/(?!@whiskeysockets\/)|^\s+at .*node:/;

/**
 * Returns whether an error is one of five that Baileys rejects without a handler: its first frame, but for those of Node
 * and other packages, lies in Baileys. `connector/main.ts` logs such a rejection; in a test run it is not a failure either.
 */
export function isOfBaileys({ message = "", stack = "" }: Rejected): boolean {
  if (!known.has(message)) return false;
  const frame = stack.split("\n").find((line) => /^\s+at /.test(line) && !ownFrame.test(line));
  return frame?.includes("/node_modules/@whiskeysockets/baileys/lib/") ?? false;
}

let dropped = 0;

/** Prints and counts what is dropped. For vitest's `onUnhandledError`: false drops the error. */
export function dropBaileysRejection(error: Rejected): false | undefined {
  if (!isOfBaileys(error)) return undefined;
  dropped += 1;
  console.warn(`dropped rejection ${dropped} of Baileys: ${error.message}`);
  return false;
}
