import { uuidv7 } from "uuidv7";
import { storable } from "../../sync/contracts/storable.ts";
import { ValidationError } from "../http/on-error.ts";
import type { ReceivedFile } from "../messages/received-files.ts";

/** The one `file` of a multipart call. */
export async function readPicture(request: { formData(): Promise<FormData> }): Promise<ReceivedFile> {
  const form = await request.formData().catch((error: unknown) => {
    if (error instanceof TypeError) throw new ValidationError({ body: ["not a form"] });
    throw error;
  });
  const file = form.get("file");
  if (!(file instanceof File)) throw new ValidationError({ file: ["no file"] });
  const bytes = new Uint8Array(await file.arrayBuffer());
  return { id: uuidv7(), name: storable(file.name) || "imagem", bytes, body: "" };
}
