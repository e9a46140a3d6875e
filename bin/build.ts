import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = new URL("..", import.meta.url).pathname;
const stamp = join(root, "dist", "built-from");
const sources = ["pwa", "sync/client", "sync/contracts", "vite.config.ts", "package-lock.json"];
const generated = /(^|\/)(paraglide|routeTree\.gen\.ts|node_modules)($|\/)|\.test\.tsx?$/;

/** Builds the PWA if anything it is made of has changed since the last time. */
export function buildIfNeeded(): void {
  const wanted = fingerprint();
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  console.log("Montando o aplicativo…");
  const vite = join(root, "node_modules", "vite", "bin", "vite.js");
  // Whoever asks for it may be a test run: the build is the one that people get.
  const env = { ...process.env, NODE_ENV: "production" };
  execFileSync(process.execPath, [vite, "build", "--logLevel", "warn"], { cwd: root, stdio: "inherit", env });
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
