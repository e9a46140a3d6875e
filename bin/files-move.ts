import { resolve } from "node:path";
import type { Watch } from "../db/index.ts";
import { copyFiles } from "../domain/desk/files/index.ts";
import { keepFilesPrivate } from "../outside/environment/index.ts";
import { openFileStore, readFilesAddress } from "../outside/file-store/index.ts";
import { runCommand, UsageError } from "./operator/run-command.ts";

/**
 * `npm run files:move -- FROM TO [--compare]`: copies all stored files between folders and buckets (`s3://BUCKET`). It may
 * be stopped and run again, and may run while the desk works: run it once more after the programs were stopped.
 */
async function move(watch: Watch): Promise<string> {
  const [from, to] = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
  if (!from || !to) throw new UsageError("usage: files-move FROM TO [--compare] (a folder or s3://BUCKET)");
  const dataDir = resolve(process.env.DATA_DIR ?? "./.data");
  keepFilesPrivate(dataDir);
  const open = (address: string) =>
    openFileStore(readFilesAddress({ ...process.env, FILES_URL: address }, dataDir), dataDir);
  const { files, bytes, present } = await copyFiles(open(from), open(to), {
    comparesContent: process.argv.includes("--compare"),
    ...watch,
  });
  return `${files} files copied (${bytes} bytes), ${present} were there.`;
}

await runCommand("files-move", move);
