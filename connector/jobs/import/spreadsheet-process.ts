import { open } from "node:fs/promises";
import { importLimits } from "../../../contracts/marketing/contact-imports.ts";
import { HEAD_ROWS } from "../../../contracts/marketing/import-head.ts";
import { ImportRefused } from "./import-refused.ts";
import { odsRows } from "./ods-rows.ts";
import type { Row } from "./sheet-row.ts";
import { textRows } from "./text-rows.ts";
import { xlsRows } from "./xls-rows.ts";
import { xlsxRows } from "./xlsx-rows.ts";
import { withEntries } from "./zip-xml.ts";

/** The messages of the child process; after rows it waits for "more". */
export type ReaderMessage = { type: "rows"; rows: Row[] } | { type: "end" } | { type: "refused"; code: string };

const AT_ONCE = 1_000;
const HEAD_BYTES = 16;
/** With the headers and the lines above them. */
const MAX_ROWS = importLimits.rows + HEAD_ROWS;
/** Limits empty rows, because they take as long to read as full ones. */
const MAX_EMPTY = 100_000;
const isEmpty = ({ cells }: Row) => cells.every((cell) => cell.trim() === "");

/** Runs in a child process, so that a harmful file affects nothing else. The process gets a path and no secrets. */
async function main(path: string): Promise<void> {
  let count = 0;
  let empty = 0;
  let batch: Row[] = [];
  for await (const row of await rowsOf(path)) {
    if (isEmpty(row)) {
      empty += 1;
      if (empty > MAX_EMPTY) throw new ImportRefused("ERR_IMPORT_TOO_LARGE");
      continue;
    }
    count += 1;
    if (count > MAX_ROWS) throw new ImportRefused("ERR_IMPORT_TOO_LARGE");
    batch.push(row);
    if (batch.length < AT_ONCE) continue;
    await send({ type: "rows", rows: batch });
    batch = [];
  }
  if (count === 0) throw new ImportRefused("ERR_IMPORT_EMPTY");
  if (batch.length > 0) await send({ type: "rows", rows: batch });
  await send({ type: "end" });
}

/** Detects the format by the first bytes, independent of the file name. */
async function rowsOf(path: string): Promise<AsyncIterable<Row> | Iterable<Row>> {
  const file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
  await file.close();
  const head = buffer.subarray(0, bytesRead).toString("latin1");
  if (head.startsWith("PK\u0003\u0004"))
    return withEntries(path, (zip, entries) => (entries.has("content.xml") ? odsRows : xlsxRows)(zip, entries));
  if (head.startsWith("\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1")) return xlsRows(path);
  return textRows(path);
}

/** Sends a message and resolves when the parent requests the next one. */
function send(message: ReaderMessage): Promise<void> {
  return new Promise((resolve) => {
    process.once("message", () => resolve());
    process.send?.(message);
  });
}

main(process.argv[2] ?? "")
  // Only the file's content can cause errors here, so every unknown error means that it is unreadable.
  .catch((error: unknown) =>
    send({ type: "refused", code: error instanceof ImportRefused ? error.code : "ERR_IMPORT_UNREADABLE" }),
  )
  .finally(() => process.disconnect());
