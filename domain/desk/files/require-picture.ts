import { DomainError } from "../../../contracts/domain-error.ts";
import { pictureTypes } from "../../../contracts/pictures.ts";
import type { Context } from "../../ground/context.ts";
import { type FileRow, requireFile } from "./require-file.ts";

/** Returns a file that the actor may read and whose content is a png or jpeg. */
export async function requirePicture(ctx: Context, id: string): Promise<FileRow> {
  const file = await requireFile(ctx, id);
  if (!pictureTypes.includes(file.mimetype)) throw new DomainError("ERR_FILE_TYPE", { name: file.name });
  return file;
}
