import { createHash } from "node:crypto";
import type { Logger } from "pino";
import { uuidv7 } from "uuidv7";
import { MAX_BODY } from "../../contracts/desk/messages.ts";
import { DomainError } from "../../contracts/domain-error.ts";
import { storable } from "../../contracts/storable.ts";
import { receiveUploadPart, withoutHeic } from "../../domain/desk/files/index.ts";
import type { Context } from "../../domain/ground/context.ts";
import type { FileStore } from "../../outside/file-store/index.ts";
import { ValidationError } from "../http/on-error.ts";

/** A file of a multipart call with its caption. */
export type ReceivedFile = { id: string; name: string; bytes: Uint8Array<ArrayBuffer>; body: string };

type FormRequest = { formData(): Promise<FormData> };
type FormCall = { req: FormRequest; var: { log: Logger } };

/** Returns the function that logs why an uploaded picture was not converted to JPEG. */
export const logUnconverted = (log: Logger, fileId: string) => (err: unknown) =>
  log.warn(
    { event: "picture_conversion_failed", err, fileId },
    "Uploaded picture was not converted; keeping the original",
  );

/** Parses a multipart body; an invalid one is refused with 400. */
export function readForm(request: FormRequest): Promise<FormData> {
  return request.formData().catch((error: unknown) => {
    if (error instanceof TypeError) throw new ValidationError({ body: ["not a form"] });
    throw error;
  });
}

/** Reads the single `file` of a form; `unnamed` is used when it has no name. */
export async function readFile(form: FormData, unnamed: string, log: Logger): Promise<ReceivedFile> {
  const file = form.get("file");
  if (!(file instanceof File)) throw new ValidationError({ file: ["no file"] });
  const bytes = new Uint8Array(await file.arrayBuffer());
  const id = uuidv7();
  return withoutHeic({ id, name: storable(file.name) || unnamed, bytes, body: "" }, logUnconverted(log, id));
}

/**
 * Reads the single picture of a multipart call. The returned function stores it in the caller's transaction and
 * returns its id.
 */
export async function receivePicture(call: FormCall, store: FileStore): Promise<(ctx: Context) => Promise<string>> {
  const picture = await readFile(await readForm(call.req), "imagem", call.var.log);
  return async (ctx) => {
    await storeReceived(ctx, store, picture);
    return picture.id;
  };
}

/**
 * Reads the `medias` of a form with at least one file. `medias` and `body` repeat in parallel: the body at a file's
 * index is its caption, or a repetition of its name.
 */
export async function readMedias(call: FormCall): Promise<ReceivedFile[]> {
  const files = await mediasOf(await readForm(call.req), call.var.log);
  if (files.length === 0) throw new ValidationError({ medias: ["no file"] });
  return files;
}

/** Reads the files of a form; there may be none. */
export function mediasOf(form: FormData, log: Logger): Promise<ReceivedFile[]> {
  const bodies = form.getAll("body").map((body) => storable(String(body)));
  return Promise.all(
    form.getAll("medias").map(async (file, place) => {
      if (!(file instanceof File)) throw new ValidationError({ medias: ["not a file"] });
      const body = bodies[place] ?? "";
      if (body.length > MAX_BODY) throw new ValidationError({ body: [`at most ${MAX_BODY} characters`] });
      const bytes = new Uint8Array(await file.arrayBuffer());
      const name = storable(file.name);
      const received = { id: uuidv7(), name: name || "arquivo", bytes, body: body === name ? "" : body };
      return withoutHeic(received, logUnconverted(log, received.id));
    }),
  );
}

/** Stores a file like a device's upload in one part, with the same rules for type and size. */
export async function storeReceived(ctx: Context, store: FileStore, { id, name, bytes }: ReceivedFile): Promise<void> {
  if (bytes.length === 0) throw new DomainError("ERR_UPLOAD_MISMATCH", { name });
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  await receiveUploadPart(ctx, store, id, { offset: 0, size: bytes.length, sha256, name }, bytes);
}
