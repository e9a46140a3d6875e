import { fork } from "node:child_process";
import { isErrorCode } from "../../sync/contracts/errors.ts";
import { Refused } from "./refused.ts";
import type { Said } from "./spreadsheet-process.ts";
import type { Row } from "./xlsx-rows.ts";

const program = new URL("./spreadsheet-process.ts", import.meta.url).pathname;

type Limits = { memoryMb: number; mostMs: number };
/** For 100,000 rows of contacts a tenth of the time, and two thirds of the memory, are enough. */
const usual: Limits = { memoryMb: 256, mostMs: 60_000 };

type Reader = {
  onHeaders(headers: string[]): Promise<void> | void;
  /** The next rows come when this is done. False: no more are wanted. */
  onRows(rows: Row[]): Promise<boolean>;
};

/**
 * Reads a spreadsheet in a process of its own with limits of memory and time. Rejects with Refused where the file is
 * not one, or asks for more than that.
 */
export function readSpreadsheet(path: string, reader: Reader, limits = usual): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const child = fork(program, [path], {
    execArgv: [`--max-old-space-size=${limits.memoryMb}`],
    env: {},
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    serialization: "advanced",
  });
  const timer = setTimeout(() => reject(new Refused("ERR_IMPORT_TOO_LARGE")), limits.mostMs);

  async function hear(said: Said) {
    if (said.type === "end") return resolve();
    if (said.type === "refused") {
      const { code } = said;
      return reject(new Refused(isErrorCode(code) ? code : "ERR_IMPORT_UNREADABLE"));
    }
    if (said.type === "headers") await reader.onHeaders(said.headers);
    else if (!(await reader.onRows(said.rows))) return resolve();
    if (child.connected) child.send("more");
  }
  child.on("message", (said: Said) => void hear(said).catch(reject));
  child.once("error", reject);
  // Out of memory it is ended by a signal.
  child.once("exit", (code) => reject(new Refused(code === null ? "ERR_IMPORT_TOO_LARGE" : "ERR_IMPORT_UNREADABLE")));
  return promise.finally(() => {
    clearTimeout(timer);
    child.kill("SIGKILL");
  });
}
