import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";

type Hearer = { onNotice(payload: string): void; onReconnect(): void; onLost(): void };

const RETRY_MS = { least: 50, most: 2_000 };

/** LISTENs on one connection, opened for the first subscriber and reopened whenever it is lost. */
export function openListener(config: pg.ClientConfig) {
  const hearers = new Map<string, Set<Hearer>>();
  /** Null after `close`. */
  let client: Promise<pg.Client | null> | null = null;
  let isClosed = false;

  async function connect(): Promise<pg.Client> {
    const next = new pg.Client(config);
    // An "end" event follows every kind of loss.
    next.on("error", () => {});
    next.on("notification", ({ channel, payload = "" }) => {
      for (const { onNotice } of hearers.get(channel) ?? []) hear(onNotice, payload);
    });
    await next.connect();
    try {
      for (const channel of hearers.keys()) await next.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      void next.end().catch(() => {}); // already lost; the first error is thrown
      throw error;
    }
    next.once("end", () => {
      for (const each of hearers.values()) for (const { onLost } of each) onLost();
      if (!isClosed) client = connectAgain();
    });
    return next;
  }

  async function connectAgain(): Promise<pg.Client | null> {
    for (let delayMs = RETRY_MS.least; ; delayMs = Math.min(RETRY_MS.most, delayMs * 2)) {
      await pause(delayMs, undefined, { ref: false });
      const next = isClosed ? null : await connect().catch(() => null);
      if (isClosed) {
        void next?.end().catch(() => {}); // already lost
        return null;
      }
      if (!next) continue;
      for (const each of hearers.values()) for (const { onReconnect } of each) onReconnect();
      return next;
    }
  }

  async function say(words: string, channel: string): Promise<void> {
    const open = await client;
    // When the connection is lost meanwhile, the reconnect subscribes to all current channels.
    await open?.query(`${words} ${pg.escapeIdentifier(channel)}`).catch(() => {});
  }

  /** Any user of the database can send a payload: one that cannot be parsed must not end the process. */
  function hear(onNotice: Hearer["onNotice"], payload: string): void {
    try {
      onNotice(payload);
    } catch (error) {
      process.emitWarning(error instanceof Error ? error : String(error));
    }
  }

  async function listen(
    channel: string,
    onNotice: Hearer["onNotice"],
    onReconnect: Hearer["onReconnect"] = () => {},
    onLost: Hearer["onLost"] = () => {},
  ) {
    const hearer = { onNotice, onReconnect, onLost };
    const others = hearers.get(channel);
    if (others) others.add(hearer);
    else hearers.set(channel, new Set([hearer]));
    if (client === null) {
      client = connect();
      await client.catch((error) => {
        client = null;
        throw error;
      });
    } else if (!others) await say("LISTEN", channel);
    return {
      async unlisten(): Promise<void> {
        const here = hearers.get(channel);
        here?.delete(hearer);
        // Not awaited: without a connection it would wait for as long as the database is away.
        if (!here?.size && hearers.delete(channel) && !isClosed) void say("UNLISTEN", channel);
      },
    };
  }

  return {
    listen,
    close(): void {
      isClosed = true;
      // A connection that could not be opened needs no closing; its error went to `listen`.
      void client?.then((open) => open?.end()).catch(() => {});
    },
  };
}
