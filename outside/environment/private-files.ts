import { chmodSync, statSync } from "node:fs";
import { join } from "node:path";

/** Folders of the data directory that hold customers' files and the sandbox's state. */
const folders = ["files", "copies", "incoming", "outgoing", "sandbox"];

/**
 * Makes everything that this process and its children create readable for their user only, and closes folders that an
 * earlier version left open. A folder owned by another user, as on shared storage, is left to that user.
 */
export function keepFilesPrivate(dataDir: string): void {
  process.umask(0o077);
  for (const name of folders) {
    const folder = join(dataDir, name);
    const found = statSync(folder, { throwIfNoEntry: false });
    if (found && found.uid === process.getuid?.()) chmodSync(folder, 0o700);
  }
}
