import { spawn } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { TestProject } from "vitest/node";
import { freePort } from "../../db/index.ts";

declare module "vitest" {
  interface ProvidedContext {
    deskUrl: string;
  }
}

const root = new URL("../..", import.meta.url).pathname;

/** Starts the product as `npm start` does, on a data folder of its own, and ends it with the run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), "balcao-journeys-"));
  await chmod(dataDir, 0o755); // as root, Postgres runs as a user of its own
  const port = await freePort();
  const child = spawn(process.execPath, [join(root, "bin/start.ts")], {
    cwd: root,
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      DATABASE_URL: undefined,
      SECRET_KEY: undefined,
      SANDBOX: undefined,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<void>((done) => child.once("exit", () => done()));
  await new Promise<void>((done, fail) => {
    child.once("exit", (code) => fail(new Error(`the desk ended before it was open (${code})`)));
    createInterface({ input: child.stdout }).on("line", (line) => {
      if (process.env.SHOW_DESK) console.log(line);
      if (line.startsWith("Balcão está aberto")) done();
    });
  });
  project.provide("deskUrl", `http://127.0.0.1:${port}`);
  return async () => {
    child.kill("SIGTERM");
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  };
}
