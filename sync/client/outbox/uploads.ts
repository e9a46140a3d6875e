import { UPLOAD_PART_BYTES, type UploadState } from "../../../contracts/desk/uploads.ts";
import type { ApiFetch } from "../desk-types.ts";
import { refusalOf } from "../refusal.ts";
import type { OutboxStore } from "./store.ts";

/**
 * Uploads a file in parts from the server's offset; repeating a part is idempotent. Rejects with the errors of
 * `apiFetch`.
 */
export async function upload(fileId: string, store: OutboxStore, apiFetch: ApiFetch, signal: AbortSignal) {
  let state = await uploadState(fileId, apiFetch, signal);
  if (state.complete) return;
  const file = await store.file(fileId);
  if (!file)
    throw Object.assign(new Error("The file is not on this device."), { status: 404, code: "ERR_NO_FILE_FOUND" });
  const { blob, name } = file;
  const sha256 = file.sha256 ?? (await hashOf(blob));
  if (!file.sha256) await store.rememberHash(fileId, sha256);
  let mismatches = 0;
  while (!state.complete) {
    // All bytes are there but the upload is incomplete: sending the last part again makes the server check size and
    // hash.
    const offset = state.offset < blob.size ? state.offset : Math.max(0, blob.size - UPLOAD_PART_BYTES);
    const query = new URLSearchParams({ offset: String(offset), size: String(blob.size), sha256, name });
    try {
      const response = await apiFetch(`/uploads/${fileId}?${query}`, {
        method: "PUT",
        body: blob.slice(offset, offset + UPLOAD_PART_BYTES),
        headers: { "content-type": "application/octet-stream" },
        signal,
      });
      const next = (await response.json()) as UploadState;
      if (!next.complete && next.offset === offset) throw new Error("The upload does not advance.");
      state = next;
    } catch (error) {
      // The received bytes differ and the server has started over: tolerated once.
      mismatches += 1;
      if (refusalOf(error).code !== "ERR_UPLOAD_MISMATCH" || mismatches > 1) throw error;
      state = await uploadState(fileId, apiFetch, signal);
    }
  }
}

async function uploadState(fileId: string, apiFetch: ApiFetch, signal: AbortSignal): Promise<UploadState> {
  try {
    return (await (await apiFetch(`/uploads/${fileId}`, { signal })).json()) as UploadState;
  } catch (error) {
    if (refusalOf(error).status !== 404) throw error;
    return { id: fileId, offset: 0, complete: false, kind: null };
  }
}

async function hashOf(blob: Blob): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", await blob.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
