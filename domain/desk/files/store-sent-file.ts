import { fileLimits } from "../../../contracts/desk/messages.ts";
import { DomainError } from "../../../contracts/domain-error.ts";
import type { FileStore } from "../../../outside/file-store/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import { acceptType, detectMimetype, HEAD_BYTES } from "./detect-type.ts";
import type { FileRow } from "./require-file.ts";
import { storeFile } from "./store-file.ts";

/** Stores a whole file sent by an integrator, with the type and size rules of users' files. */
export async function storeSentFile(
  ctx: DeskContext,
  store: FileStore,
  source: { id: string; name: string; bytes: Uint8Array },
): Promise<FileRow> {
  const { name, bytes } = source;
  // Checked by its beginning before anything is written, and as a whole afterwards.
  refuse(acceptType(await detectMimetype(bytes.subarray(0, HEAD_BYTES)), name), name, bytes.length);
  const file = await storeFile(ctx, store, source);
  try {
    refuse(acceptType(file.mimetype, name), name, file.size);
  } catch (error) {
    await store.remove(ctx.companyId, file.id);
    throw error;
  }
  return file;
}

function refuse(accepted: ReturnType<typeof acceptType>, name: string, size: number): void {
  if (!accepted) throw new DomainError("ERR_FILE_TYPE", { name });
  if (size > fileLimits[accepted.kind])
    throw new DomainError("ERR_FILE_TOO_LARGE", { name, limit: fileLimits[accepted.kind] });
}
