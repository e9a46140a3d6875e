import { type ChildProcess, spawn } from "node:child_process";
import { chmod, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { freePort } from "../../../db/index.ts";

const root = new URL("../../..", import.meta.url).pathname;

export async function newDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), "balcao-journeys-"));
  await chmod(dataDir, 0o755); // as root, Postgres runs as a user of its own
  return dataDir;
}

/** `lines`: what it has printed. */
export type RunningDesk = { url: string; child: ChildProcess; ended: Promise<number | null>; lines: readonly string[] };

/** The addresses of a Postgres; without them, the embedded one. */
type DeskDatabase = { DATABASE_URL?: string; DATABASE_OWNER_URL?: string };

/** Starts the product as `npm start` does; resolves when it is open. */
export async function runDesk(dataDir: string, database: DeskDatabase = {}): Promise<RunningDesk> {
  const port = await freePort();
  const child = spawn(process.execPath, [join(root, "bin/start.ts")], {
    cwd: root,
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      DATABASE_URL: undefined,
      ...database,
      SECRET_KEY: undefined,
      SANDBOX: undefined,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<number | null>((done) => child.once("exit", done));
  const lines: string[] = [];
  child.stderr.pipe(process.stderr);
  createInterface({ input: child.stderr }).on("line", (line) => lines.push(line));
  await new Promise<void>((done, fail) => {
    child.once("exit", (code) => fail(new Error(`the desk ended before it was open (${code})`)));
    createInterface({ input: child.stdout }).on("line", (line) => {
      if (process.env.SHOW_DESK) console.log(line);
      lines.push(line);
      if (line.startsWith("Balcão está aberto")) done();
    });
  });
  return { url: `http://127.0.0.1:${port}`, child, ended, lines };
}
