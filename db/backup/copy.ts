import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from, to } from "pg-copy-streams";
import { ownerSettings } from "../citus/distribute.ts";

/** A copy without a byte for this long has failed. */
const SILENCE_MS = 60_000;

/** Opens a connection of the owner on which tables are copied as text; it ends when the work has ended. */
export async function withOwner<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {}); // the statement that waits is rejected, too
  await client.connect();
  try {
    const settings = { timezone: "UTC", idle_in_transaction_session_timeout: "0", ...ownerSettings };
    for (const [name, value] of Object.entries(settings))
      await client.query("select set_config($1, $2, false)", [name, value]);
    return await work(client);
  } finally {
    await client.end();
  }
}

type Copying = { name: string; silenceMs?: number };

/**
 * Writes the rows of a SELECT in COPY's text format to the last of the streams. Returns their number, which is known
 * when the next statement has ended. Fails when no byte comes for a minute.
 */
export async function copyOut(
  client: pg.Client,
  { name, select, silenceMs = SILENCE_MS }: Copying & { select: string },
  streams: readonly NodeJS.ReadWriteStream[],
  into: NodeJS.WritableStream,
): Promise<{ readonly rowCount: number }> {
  const rows = client.query(to(`copy (${select}) to stdout`));
  await pipeline([rows, endOfSilence(name, silenceMs), ...streams, into]);
  return rows;
}

/** Fills a table from a stream in COPY's text format. Fails when no byte comes for a minute. */
export async function copyIn(
  client: pg.Client,
  { name, target, silenceMs = SILENCE_MS }: Copying & { target: string },
  source: NodeJS.ReadableStream,
  streams: readonly NodeJS.ReadWriteStream[],
): Promise<void> {
  const rows = client.query(from(`copy ${target} from stdin`));
  await pipeline([source, ...streams, endOfSilence(name, silenceMs), rows]);
}

/** Passes bytes on, and fails when none has come for the time. */
function endOfSilence(name: string, silenceMs: number): Transform {
  const fail = () => stream.destroy(new Error(`${name}: no byte within ${silenceMs / 1_000} s`));
  const timer = setTimeout(fail, silenceMs);
  const stream = new Transform({
    transform(chunk, _encoding, done) {
      timer.refresh();
      done(null, chunk);
    },
    flush(done) {
      clearTimeout(timer);
      done();
    },
    destroy(error, done) {
      clearTimeout(timer);
      done(error);
    },
  });
  return stream;
}
