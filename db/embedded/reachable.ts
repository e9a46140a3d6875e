import { stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";

/** The first folder on the way to `path` that other users may not pass through; null when they may pass all. */
export async function closedToOthers(path: string): Promise<string | null> {
  const here = resolve(path);
  const parent = dirname(here);
  if (parent !== here) {
    const above = await closedToOthers(parent);
    if (above) return above;
  }
  const { mode } = await stat(here);
  return mode & 0o001 ? null : here;
}

/** Started by root, Postgres runs as a user of its own: what it is made of and where it writes must be open to that user. */
export async function refuseIfUnreachable(paths: string[]): Promise<void> {
  if (process.getuid?.() !== 0) return;
  for (const path of paths) {
    const closed = await closedToOthers(path);
    if (closed)
      throw new Error(
        `The embedded Postgres runs as the user "postgres" when root starts it, and that user may not enter ${closed}. ` +
          "Start as another user, open that folder (chmod o+x), or use another place: DATA_DIR for the data, or DATABASE_URL for a Postgres of your own.",
      );
  }
}
