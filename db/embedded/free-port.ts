import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * Ports below those that systems give to outgoing connections (Linux: from 32,768). A free one of those may be taken
 * before a program that starts has opened it.
 */
const [FIRST, COUNT] = [20_000, 12_000];
const ATTEMPTS = 100;

/** Returns a TCP port that is free at the moment. */
export async function freePort(draw: (count: number) => number = randomInt): Promise<number> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const port = FIRST + draw(COUNT);
    if (await isFree(port)) return port;
  }
  throw new Error(`no free port among ${ATTEMPTS}`);
}

export const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
