import { fork } from "node:child_process";
import { isErrorCode } from "../../../contracts/errors.ts";
import { ImportRefused } from "./import-refused.ts";
import type { Row } from "./sheet-row.ts";
import type { ReaderMessage } from "./spreadsheet-process.ts";

const program = new URL("./spreadsheet-process.ts", import.meta.url).pathname;

type Limits = { memoryMb: number; maxMs: number };
/** 100,000 rows of contacts need a tenth of this time and two thirds of this memory. */
const usual: Limits = { memoryMb: 256, maxMs: 60_000 };

/** Takes the next rows, the headers among them; more arrive after it resolves. False ends the reading. */
type OnRows = (rows: Row[]) => Promise<boolean>;

/**
 * Reads the rows of a spreadsheet, or of a file with contact cards, in a child process with limits of memory and time.
 * Rejects with `ImportRefused` when the file is neither or exceeds a limit.
 */
export function readSpreadsheet(path: string, onRows: OnRows, limits = usual): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const child = fork(program, [path], {
    execArgv: [`--max-old-space-size=${limits.memoryMb}`],
    env: {},
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    serialization: "advanced",
  });
  const timer = setTimeout(() => reject(new ImportRefused("ERR_IMPORT_TOO_LARGE")), limits.maxMs);

  async function handleMessage(message: ReaderMessage) {
    if (message.type === "end") return resolve();
    if (message.type === "refused") {
      const { code } = message;
      return reject(new ImportRefused(isErrorCode(code) ? code : "ERR_IMPORT_UNREADABLE"));
    }
    if (!(await onRows(message.rows))) return resolve();
    if (child.connected) child.send("more");
  }
  child.on("message", (message: ReaderMessage) => void handleMessage(message).catch(reject));
  child.once("error", reject);
  // A process that runs out of memory is ended by a signal.
  child.once("exit", (code) =>
    reject(new ImportRefused(code === null ? "ERR_IMPORT_TOO_LARGE" : "ERR_IMPORT_UNREADABLE")),
  );
  return promise.finally(() => {
    clearTimeout(timer);
    child.kill("SIGKILL");
  });
}
