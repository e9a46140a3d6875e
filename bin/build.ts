import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { precompressProgram } from "./precompress.ts";

const root = new URL("..", import.meta.url).pathname;
const stamp = join(root, "dist", "built-from");
const sources = ["pwa", "sync/client", "contracts", "vite.config.ts", "bin/precompress.ts", "package-lock.json"];
/** Files that the build writes among its sources, and files that are in no build. */
const generated =
  /(^|\/)(paraglide|routeTree\.gen\.ts|node_modules)($|\/)|project\.inlang\/(?!settings\.json$)|\.test\.tsx?$/;
const lock = join(root, "dist", "building");
/** A build lock older than this was left by a process that died. */
const LONGEST_MS = 5 * 60_000;

/** Builds the PWA if any of its sources has changed since the last build. */
export function buildIfNeeded(): void {
  const wanted = fingerprint();
  const isBuilt = () => existsSync(stamp) && readFileSync(stamp, "utf8") === wanted;
  if (isBuilt()) return;
  takeTurn();
  try {
    if (!isBuilt()) build(wanted);
  } finally {
    rmSync(lock, { force: true });
  }
}

/** Waits for the build lock: two builds into one folder at once corrupt it. */
function takeTurn(): void {
  mkdirSync(join(root, "dist"), { recursive: true });
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: "wx" });
      return;
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
      const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? 0;
      if (Date.now() - since > LONGEST_MS) rmSync(lock, { force: true });
      else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
    }
  }
}

function build(wanted: string): void {
  console.log("Montando o aplicativo…");
  const vite = join(root, "node_modules", "vite", "bin", "vite.js");
  // The caller may be a test run, but the build is always for production.
  const env = { ...process.env, NODE_ENV: "production" };
  execFileSync(process.execPath, [vite, "build", "--logLevel", "warn"], { cwd: root, stdio: "inherit", env });
  execFileSync(process.execPath, [precompressProgram, join(root, "dist", "pwa")], {
    stdio: "inherit",
  });
  writeFileSync(stamp, wanted);
}

function fingerprint(): string {
  const hash = createHash("sha256");
  for (const source of sources)
    for (const file of filesIn(join(root, source))) hash.update(file).update(readFileSync(file));
  return hash.digest("hex");
}

function filesIn(path: string): string[] {
  if (generated.test(path.slice(root.length))) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesIn(join(path, name)));
}

if (process.argv[1] === import.meta.filename) buildIfNeeded();
