import { stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";

/** Returns the first folder on the way to `path` that other users may not enter; null when they may enter all. */
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

/** When root starts it, Postgres runs as a separate user: that user must be able to reach its programs and its data. */
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
