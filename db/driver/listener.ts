import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";

type Subscriber = { onNotice(payload: string): void; onReconnect(): void; onLost(): void };

const RETRY_MS = { least: 50, most: 2_000 };

/** LISTENs on one connection, opened for the first subscriber and reopened whenever it is lost. */
export function openListener(config: pg.ClientConfig) {
  const subscribers = new Map<string, Set<Subscriber>>();
  /** Null after `close`. */
  let client: Promise<pg.Client | null> | null = null;
  let isClosed = false;

  async function connect(): Promise<pg.Client> {
    const next = new pg.Client(config);
    // An "end" event follows every kind of loss.
    next.on("error", () => {});
    next.on("notification", ({ channel, payload = "" }) => {
      for (const { onNotice } of subscribers.get(channel) ?? []) deliver(onNotice, payload);
    });
    await next.connect();
    try {
      for (const channel of subscribers.keys()) await next.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      void next.end().catch(() => {}); // already lost; the first error is thrown
      throw error;
    }
    next.once("end", () => {
      for (const each of subscribers.values()) for (const { onLost } of each) onLost();
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
      for (const each of subscribers.values()) for (const { onReconnect } of each) onReconnect();
      return next;
    }
  }

  async function run(command: string, channel: string): Promise<void> {
    const open = await client;
    // When the connection is lost meanwhile, the reconnect subscribes to all current channels.
    await open?.query(`${command} ${pg.escapeIdentifier(channel)}`).catch(() => {});
  }

  /** Any user of the database can send a payload: one that cannot be parsed must not end the process. */
  function deliver(onNotice: Subscriber["onNotice"], payload: string): void {
    try {
      onNotice(payload);
    } catch (error) {
      process.emitWarning(error instanceof Error ? error : String(error));
    }
  }

  async function listen(
    channel: string,
    onNotice: Subscriber["onNotice"],
    onReconnect: Subscriber["onReconnect"] = () => {},
    onLost: Subscriber["onLost"] = () => {},
  ) {
    const subscriber = { onNotice, onReconnect, onLost };
    const others = subscribers.get(channel);
    if (others) others.add(subscriber);
    else subscribers.set(channel, new Set([subscriber]));
    if (client === null) {
      client = connect();
      await client.catch((error) => {
        client = null;
        throw error;
      });
    } else if (!others) await run("LISTEN", channel);
    return {
      async unlisten(): Promise<void> {
        const here = subscribers.get(channel);
        here?.delete(subscriber);
        // Not awaited: without a connection it would wait for as long as the database is away.
        if (!here?.size && subscribers.delete(channel) && !isClosed) void run("UNLISTEN", channel);
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
