import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from, to } from "pg-copy-streams";
import { ownerSettings } from "../citus/distribute.ts";
import { endSessionOnAbort } from "../driver/end-session.ts";
import { type Silence, type Watch, withinSilence } from "../operation/silence.ts";

/**
 * Opens a connection of the owner on which tables are copied as text; it ends when the work has ended, or when the
 * signal aborts.
 */
export async function withOwner<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {}); // the statement that waits is rejected, too
  await client.connect();
  const stopListening = endSessionOnAbort(url, processIdOf(client), signal);
  try {
    signal?.throwIfAborted();
    const settings = { timezone: "UTC", idle_in_transaction_session_timeout: "0", ...ownerSettings };
    for (const [name, value] of Object.entries(settings))
      await client.query("select set_config($1, $2, false)", [name, value]);
    return await work(client);
  } finally {
    stopListening();
    await client.end();
  }
}

/** The driver knows it from the server's greeting; its types do not. */
const processIdOf = (client: pg.Client): number => (client as unknown as { processID: number }).processID;

type Copying = Watch & { name: string };

/**
 * Writes the rows of a SELECT in COPY's text format to the last of the streams. Returns their number, which is known
 * when the next statement has ended. Fails when no byte comes for a minute.
 */
export async function copyOut(
  client: pg.Client,
  { name, select, ...watch }: Copying & { select: string },
  streams: readonly NodeJS.ReadWriteStream[],
  into: NodeJS.WritableStream,
): Promise<{ readonly rowCount: number }> {
  const rows = client.query(to(`copy (${select}) to stdout`));
  await withinSilence(name, watch, (silence, signal) =>
    pipeline([rows, counting(silence), ...streams, into], { signal }),
  );
  return rows;
}

/** Fills a table from a stream in COPY's text format. Fails when no byte comes for a minute. */
export async function copyIn(
  client: pg.Client,
  { name, target, ...watch }: Copying & { target: string },
  source: NodeJS.ReadableStream,
  streams: readonly NodeJS.ReadWriteStream[],
): Promise<void> {
  const rows = client.query(from(`copy ${target} from stdin`));
  await withinSilence(name, watch, (silence, signal) =>
    pipeline([source, ...streams, counting(silence), rows], { signal }),
  );
}

/** Passes bytes on and counts them. After the last one, the server checks the rows for as long as it takes. */
const counting = (silence: Silence): Transform =>
  new Transform({
    transform(chunk, _encoding, done) {
      silence.bytes(chunk.length);
      done(null, chunk);
    },
    flush(done) {
      silence.end();
      done();
    },
  });
