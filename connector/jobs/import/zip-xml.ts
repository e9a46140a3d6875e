import type { Readable } from "node:stream";
import { SaxesParser } from "saxes";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import { MebiByte } from "../../../contracts/desk/messages.ts";
import { ImportRefused } from "./import-refused.ts";

/** The maximum unpacked size: more than a spreadsheet of the allowed size needs, less than a zip bomb. */
const MAX_UNPACKED = 200 * MebiByte;
const MAX_ENTRIES = 2_000;
/** The maximum of characters between two tags, or within one. A cell has 32,767 at most. */
const MAX_UNPARSED = 1024 * 1024;

/** Yields what `read` yields from the open archive, and closes it. */
export async function* withEntries<T>(
  path: string,
  read: (zip: ZipFile, entries: ReadonlyMap<string, Entry>) => AsyncGenerator<T>,
): AsyncGenerator<T> {
  const zip = await openZip(path);
  try {
    yield* read(zip, await listEntries(zip));
  } finally {
    zip.close();
  }
}

async function openZip(path: string): Promise<ZipFile> {
  try {
    return await openPromise(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true });
  } catch (cause) {
    throw new ImportRefused("ERR_IMPORT_UNREADABLE", { cause });
  }
}

/** Returns the entries by name. The declared sizes are checked here, and enforced while an entry is read. */
async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  let unpacked = 0;
  for await (const entry of zip.eachEntry()) {
    unpacked += entry.uncompressedSize;
    entries.set(entry.fileName, entry);
    if (unpacked > MAX_UNPACKED || entries.size > MAX_ENTRIES) throw new ImportRefused("ERR_IMPORT_TOO_LARGE");
    if (/vbaProject\.bin$|^Basic\//i.test(entry.fileName)) throw new ImportRefused("ERR_IMPORT_MACROS");
  }
  return entries;
}

export type OnTag = (name: string, attributes: ReadonlyMap<string, string>) => void;

/** Calls `onTag` for each opening tag of an entry. */
export async function eachTag(zip: ZipFile, entry: Entry | undefined, onTag: OnTag): Promise<void> {
  if (!entry) throw new ImportRefused("ERR_IMPORT_UNREADABLE");
  for await (const _ of parsed(await zip.openReadStreamPromise(entry), { onOpen: onTag })) {
    // `onTag` processes the tags.
  }
}

type Handlers = { onOpen: OnTag; onText?: (text: string) => void; onClose?: (name: string) => void };

/** Parses the stream and yields after each chunk; handlers get names without their namespace prefix. */
export async function* parsed(stream: Readable, { onOpen, onText, onClose }: Handlers): AsyncGenerator<void> {
  const parser = new SaxesParser();
  let unparsed = 0;
  const plain = (name: string) => name.slice(name.indexOf(":") + 1);
  parser.on("opentag", ({ name, attributes }) => {
    unparsed = 0;
    onOpen(plain(name), new Map(Object.entries(attributes).map(([key, value]) => [plain(key), String(value)])));
  });
  parser.on("text", (text) => onText?.(text));
  parser.on("cdata", (text) => onText?.(text));
  parser.on("closetag", ({ name }) => {
    unparsed = 0;
    onClose?.(plain(name));
  });
  parser.on("error", (cause) => {
    throw new ImportRefused("ERR_IMPORT_UNREADABLE", { cause });
  });
  stream.setEncoding("utf8");
  try {
    for await (const part of stream) {
      const text = part as string;
      unparsed += text.length;
      parser.write(text);
      // The parser buffers a tag, an attribute or a text until its end: a very long one would fill the memory.
      if (unparsed > MAX_UNPARSED) throw new ImportRefused("ERR_IMPORT_TOO_LARGE");
      yield;
    }
  } catch (cause) {
    // The bytes contradict the archive's directory.
    throw cause instanceof ImportRefused ? cause : new ImportRefused("ERR_IMPORT_UNREADABLE", { cause });
  }
  parser.close();
}
