import type { FileStore } from "../file-store.ts";

/** Returns a stored file, or a range of its bytes, as text. */
export async function textOf(
  store: FileStore,
  companyId: string,
  id: string,
  range?: { start?: number; end?: number },
): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of store.read(companyId, id, range)) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
