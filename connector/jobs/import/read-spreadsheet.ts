import { fork } from "node:child_process";
import { isErrorCode } from "../../../sync/contracts/errors.ts";
import { Refused } from "./refused.ts";
import type { Said } from "./spreadsheet-process.ts";
import type { Row } from "./xlsx-rows.ts";

const program = new URL("./spreadsheet-process.ts", import.meta.url).pathname;

type Limits = { memoryMb: number; mostMs: number };
/** 100,000 rows of contacts need a tenth of this time and two thirds of this memory. */
const usual: Limits = { memoryMb: 256, mostMs: 60_000 };

type Reader = {
  onHeaders(headers: string[]): Promise<void> | void;
  /** The next rows arrive after it resolves. False ends the reading. */
  onRows(rows: Row[]): Promise<boolean>;
};

/**
 * Reads a spreadsheet in a child process with limits of memory and time. Rejects with `Refused` when the file is no
 * spreadsheet or exceeds a limit.
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
  // A process that runs out of memory is ended by a signal.
  child.once("exit", (code) => reject(new Refused(code === null ? "ERR_IMPORT_TOO_LARGE" : "ERR_IMPORT_UNREADABLE")));
  return promise.finally(() => {
    clearTimeout(timer);
    child.kill("SIGKILL");
  });
}
