import { Refused } from "./fake-documents.ts";

/** Takes files in parts. A complete one is put into `files`. */
export function createFakeUploads(files: Map<string, Uint8Array>) {
  const uploads = new Map<string, { bytes: Uint8Array[]; offset: number; complete: boolean }>();

  return async function take(id: string, url: URL, init: RequestInit | undefined) {
    const upload = uploads.get(id);
    if (init?.method !== "PUT") {
      if (!upload) throw new Refused(404, "ERR_NO_FILE_FOUND");
      return { id, offset: upload.offset, complete: upload.complete, kind: null };
    }
    const current = upload ?? { bytes: [], offset: 0, complete: false };
    uploads.set(id, current);
    const bytes = new Uint8Array(await new Response(init.body).arrayBuffer());
    if (Number(url.searchParams.get("offset")) === current.offset) {
      current.bytes.push(bytes);
      current.offset += bytes.length;
    }
    current.complete = current.offset === Number(url.searchParams.get("size"));
    if (current.complete) files.set(id, new Uint8Array(await new Blob(current.bytes as BlobPart[]).arrayBuffer()));
    return { id, offset: current.offset, complete: current.complete, kind: null };
  };
}
