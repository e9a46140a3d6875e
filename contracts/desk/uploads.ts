import * as v from "valibot";
import { Id } from "../id.ts";
import { fileKinds, fileLimits } from "./messages.ts";

/** The largest file of any kind. */
export const MAX_UPLOAD_BYTES = Math.max(...Object.values(fileLimits));

/**
 * `PUT /uploads/{id}?offset&size&sha256&name` with the bytes from `offset`; `GET /uploads/{id}` returns where to
 * continue. Repeating a part is idempotent; the last part is accepted only if size and hash match.
 */
export const UploadPart = v.object({
  offset: v.pipe(v.string(), v.transform(Number), v.integer(), v.minValue(0)),
  size: v.pipe(v.string(), v.transform(Number), v.integer(), v.minValue(1), v.maxValue(MAX_UPLOAD_BYTES)),
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(255)),
});

export const UploadState = v.object({
  id: Id,
  offset: v.number(),
  complete: v.boolean(),
  kind: v.nullable(v.picklist(fileKinds)),
});
export type UploadState = v.InferOutput<typeof UploadState>;

/** Bytes per part: small, so that a bad network loses little. */
export const UPLOAD_PART_BYTES = 512 * 1024;
