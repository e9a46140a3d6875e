import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { jpegOfHeic } from "./picture-formats.ts";

/**
 * Returns a file with a JPEG in place of a HEIC picture; other files, and pictures that cannot be converted, unchanged.
 * `onFailed` gets the error of a failed conversion.
 */
export async function withoutHeic<File extends { name: string; bytes: Uint8Array<ArrayBuffer> }>(
  file: File,
  onFailed: (error: unknown) => void,
): Promise<File> {
  if (!HEIC.test(Buffer.from(file.bytes.subarray(4, 12)).toString("latin1"))) return file;
  const folder = await mkdtemp(join(tmpdir(), "picture-"));
  try {
    const path = join(folder, "picture");
    await writeFile(path, file.bytes);
    const jpeg = await jpegOfHeic(path, file.name).catch((error) => {
      onFailed(error);
      return null;
    });
    return jpeg ? { ...file, name: jpeg.name, bytes: new Uint8Array(await readFile(jpeg.path)) } : file;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The first bytes of the containers that may be HEIC. */
const HEIC = /^ftyp(hei|hev|mif1|msf1)/;
