import { createHash } from "node:crypto";
import { uuidv7 } from "uuidv7";
import type { Context } from "../../domain/context.ts";
import { DomainError } from "../../domain/domain-error.ts";
import { type FileStore, receiveUploadPart } from "../../domain/files/index.ts";
import { MOST_BODY } from "../../sync/contracts/messages.ts";
import { storable } from "../../sync/contracts/storable.ts";
import { ValidationError } from "../http/on-error.ts";

/** A file of a multipart call with the text that goes with it. */
export type ReceivedFile = { id: string; name: string; bytes: Uint8Array; body: string };

type FormRequest = { formData(): Promise<FormData> };

/** A body that is no form is the caller's mistake, not ours. */
export function readForm(request: FormRequest): Promise<FormData> {
  return request.formData().catch((error: unknown) => {
    if (error instanceof TypeError) throw new ValidationError({ body: ["not a form"] });
    throw error;
  });
}

/** The one `file` of a form; `unnamed` for one that says no name. */
export async function readFile(form: FormData, unnamed: string): Promise<ReceivedFile> {
  const file = form.get("file");
  if (!(file instanceof File)) throw new ValidationError({ file: ["no file"] });
  const bytes = new Uint8Array(await file.arrayBuffer());
  return { id: uuidv7(), name: storable(file.name) || unnamed, bytes, body: "" };
}

/** The one picture of a multipart call; what is answered keeps it, in the transaction that names it, and gives its id. */
export async function receivePicture(
  request: FormRequest,
  store: FileStore,
): Promise<(ctx: Context) => Promise<string>> {
  const picture = await readFile(await readForm(request), "imagem");
  return async (ctx) => {
    await storeReceived(ctx, store, picture);
    return picture.id;
  };
}

/** `medias` and `body` repeat together: the body at a file's place is its caption, or only its name again. */
export async function readMedias(request: FormRequest): Promise<ReceivedFile[]> {
  const files = await mediasOf(await readForm(request));
  if (files.length === 0) throw new ValidationError({ medias: ["no file"] });
  return files;
}

/** All the files of a form that may have none. */
export function mediasOf(form: FormData): Promise<ReceivedFile[]> {
  const bodies = form.getAll("body").map((body) => storable(String(body)));
  return Promise.all(
    form.getAll("medias").map(async (file, place) => {
      if (!(file instanceof File)) throw new ValidationError({ medias: ["not a file"] });
      const body = bodies[place] ?? "";
      if (body.length > MOST_BODY) throw new ValidationError({ body: [`at most ${MOST_BODY} characters`] });
      const bytes = new Uint8Array(await file.arrayBuffer());
      const name = storable(file.name);
      return { id: uuidv7(), name: name || "arquivo", bytes, body: body === name ? "" : body };
    }),
  );
}

/** Goes the same way as a device's upload, in one part, with its rules of type and size. */
export async function storeReceived(ctx: Context, store: FileStore, { id, name, bytes }: ReceivedFile): Promise<void> {
  if (bytes.length === 0) throw new DomainError("ERR_UPLOAD_MISMATCH", { name });
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  await receiveUploadPart(ctx, store, id, { offset: 0, size: bytes.length, sha256, name }, bytes);
}
