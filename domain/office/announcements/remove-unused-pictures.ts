import { type Database, schema } from "../../../db/index.ts";
import type { FileStore } from "../../../outside/file-store/index.ts";
import { PLATFORM_FILES } from "./platform-files.ts";

const { announcements } = schema;

/** A picture is written before its transaction commits. */
const UNUSED_MS = 86_400_000;

/** Removes pictures that no announcement has any more. Resolves with their number. */
export async function removeUnusedPictures(
  platform: Database["platform"],
  store: Pick<FileStore, "list" | "remove">,
  now: Date,
): Promise<number> {
  const stored = await store.list(PLATFORM_FILES);
  const old = stored.filter(({ changedAt }) => now.getTime() - changedAt.getTime() > UNUSED_MS);
  if (old.length === 0) return 0;
  const rows = await platform.select({ picture: announcements.picture }).from(announcements);
  const used = new Set(rows.map(({ picture }) => picture?.fileId));
  const unused = old.filter(({ id }) => !used.has(id));
  for (const { id } of unused) await store.remove(PLATFORM_FILES, id);
  return unused.length;
}
