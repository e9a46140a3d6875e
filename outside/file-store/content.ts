import { createHash } from "node:crypto";
import type { FileStore } from "./file-store.ts";

/** SHA-256 of a stored file, in hexadecimal. `onBytes` gets the number of bytes that were read. */
export async function hashOf(
  store: FileStore,
  companyId: string,
  id: string,
  onBytes: (count: number) => void = () => {},
): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of store.read(companyId, id)) {
    onBytes(chunk.length);
    hash.update(chunk);
  }
  return hash.digest("hex");
}

/** Returns the first bytes of a stored file. */
export async function headOf(store: FileStore, companyId: string, id: string, bytes: number): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of store.read(companyId, id, { start: 0, end: bytes - 1 })) chunks.push(chunk);
  return Buffer.concat(chunks);
}
