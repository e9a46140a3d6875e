import { open } from "node:fs/promises";
import { importLimits } from "../../../sync/contracts/contact-imports.ts";
import { Refused } from "./refused.ts";
import { xlsRows } from "./xls-rows.ts";
import { type Row, xlsxRows } from "./xlsx-rows.ts";

/** The messages of the child process; after headers or rows it waits for "more". */
export type Said =
  | { type: "headers"; headers: string[] }
  | { type: "rows"; rows: Row[] }
  | { type: "end" }
  | { type: "refused"; code: string };

const AT_ONCE = 1_000;
/** Limits empty rows, because they take as long to read as full ones. */
const MOST_EMPTY = 100_000;
const isEmpty = ({ cells }: Row) => cells.every((cell) => cell.trim() === "");

/** Runs in a child process, so that a harmful file affects nothing else. The process gets a path and no secrets. */
async function main(path: string): Promise<void> {
  let headers: string[] | null = null;
  let count = 0;
  let empty = 0;
  let batch: Row[] = [];
  for await (const row of await rowsOf(path)) {
    if (isEmpty(row)) {
      empty += 1;
      if (empty > MOST_EMPTY) throw new Refused("ERR_IMPORT_TOO_LARGE");
      continue;
    }
    if (!headers) {
      headers = row.cells.map((cell) => cell.trim());
      await say({ type: "headers", headers });
      continue;
    }
    count += 1;
    if (count > importLimits.rows) throw new Refused("ERR_IMPORT_TOO_LARGE");
    batch.push(row);
    if (batch.length < AT_ONCE) continue;
    await say({ type: "rows", rows: batch });
    batch = [];
  }
  if (!headers) throw new Refused("ERR_IMPORT_EMPTY");
  if (batch.length > 0) await say({ type: "rows", rows: batch });
  await say({ type: "end" });
}

/** Detects the format by the first bytes, independent of the file name. */
async function rowsOf(path: string): Promise<AsyncIterable<Row> | Iterable<Row>> {
  const file = await open(path);
  const { buffer } = await file.read(Buffer.alloc(8), 0, 8, 0);
  await file.close();
  if (buffer.subarray(0, 4).toString("latin1") === "PK\u0003\u0004") return xlsxRows(path);
  if (buffer.toString("hex") === "d0cf11e0a1b11ae1") return xlsRows(path);
  throw new Refused("ERR_IMPORT_UNREADABLE");
}

/** Sends a message and resolves when the parent requests the next one. */
function say(said: Said): Promise<void> {
  return new Promise((resolve) => {
    process.once("message", () => resolve());
    process.send?.(said);
  });
}

main(process.argv[2] ?? "")
  // Only the file's content can cause errors here, so every unknown error means that it is unreadable.
  .catch((error: unknown) =>
    say({ type: "refused", code: error instanceof Refused ? error.code : "ERR_IMPORT_UNREADABLE" }),
  )
  .finally(() => process.disconnect());
