import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Program, startProgram } from "../../bin/processes/program.ts";
import { applicationUrl } from "../../db/index.ts";
import type { Company, Size } from "./data/generate.ts";
import { type Cluster, openCluster, password } from "./data/load.ts";

const root = new URL("../..", import.meta.url).pathname;

export type Filled = { url: string; main: Company };
/** `url`: the public address; `port`: where it listens on this machine. */
export type Api = { url: string; port: number; program: Program; signIn(user: string): Promise<string> };
export type BenchEnvironment = Awaited<ReturnType<typeof openEnvironment>>;

/**
 * Opens what rows share: the database, and programs of the product as separate processes, each started on first use.
 */
export async function openEnvironment() {
  const cluster: Cluster = await openCluster();
  const dataDir = mkdtempSync(join(tmpdir(), "balcao-bench-files-"));
  const filled = new Map<string, Promise<Filled>>();
  const apis = new Map<string, Promise<Api>>();
  const programs = new Set<Program>();

  function data(size: Size): Promise<Filled> {
    const known = filled.get(size.name) ?? cluster.filled(size);
    filled.set(size.name, known);
    return known;
  }

  async function start(
    name: string,
    file: string,
    env: Record<string, string>,
    onLine?: (line: string) => void,
  ): Promise<Program> {
    const program = startProgram(name, join(root, file), { LOG_LEVEL: "warn", DATA_DIR: dataDir, ...env }, onLine);
    programs.add(program);
    program.child.once("exit", () => programs.delete(program));
    return program;
  }

  async function startApi(ownerUrl: string, env: Record<string, string> = {}): Promise<Api> {
    const own = {
      DATABASE_URL: applicationUrl(ownerUrl),
      PORT: "0",
      SANDBOX: "1",
      SECRET_KEY: "a secret key for the bench, long enough",
      ...env,
    };
    const program = await start("api", "api/main.ts", own);
    const ready = await program.ready;
    const url = String(ready.url);
    return { url, port: Number(ready.port), program, signIn: (email) => signIn(url, email) };
  }

  return {
    cluster,
    dataDir,
    data,
    start,
    startApi,
    /** Returns the API on the data set of that size. */
    api(size: Size): Promise<Api> {
      const known = apis.get(size.name) ?? data(size).then(({ url }) => startApi(url));
      apis.set(size.name, known);
      return known;
    },
    async close() {
      await Promise.all([...programs].map((program) => program.stop()));
      await cluster.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Signs a user of the data sets in; returns the bearer. */
async function signIn(url: string, email: string): Promise<string> {
  const answer = await fetch(`${url}/auth/login`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  if (!answer.ok) throw new Error(`signing in answered ${answer.status}`);
  const { token } = (await answer.json()) as { token: string };
  return token;
}
