import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

const root = join(import.meta.dirname, "..");

/** Folders with unit and integration tests. */
export const testFolders = [
  "api",
  "contracts",
  "sync",
  "domain",
  "outside",
  "connector",
  "sandbox",
  "db",
  "pwa",
  "bin",
  "proof/bench",
  "proof/chaos",
  "proof/conversation-scripts",
  "proof/field",
  "proof/gate",
];

const staticImport = /^(?:import|export)\s+(?!type\b)(?:[^'"`;]*?\sfrom\s+)?["'](\.[^"']+)["']/gm;
const dynamicImport = /\bimport\(\s*["'`](\.[^"'`$]+)["'`]/g;
/** A file that takes a value of the run's set-up, which starts Postgres. */
const takesFromSetUp = /\binject\(/;

const OPENS_RXDB = "opens RxDB, which limits the open collections of a process";

/**
 * Files of one project run in one process per worker, one after another, so that each module is loaded once. A test file
 * that changes what all files of its process share gets a process of its own.
 */
const isolating: { reason: string; pattern: RegExp }[] = [
  { reason: "replaces a module", pattern: /\bvi\.(?:mock|doMock|hoisted|resetModules)\(/ },
  { reason: "replaces a global", pattern: /\bvi\.stubGlobal\(/ },
  { reason: "changes the environment", pattern: /\bprocess\.env\.\w+ \??=[^=]|\bvi\.stubEnv\(/ },
  { reason: "needs zlib as it is loaded with the limit of inflated bytes", pattern: /\bMAX_INFLATED_BYTES\b/ },
  { reason: "replaces the timers", pattern: /\buseFakeTimers\(|\breplaceTimers\(/ },
  { reason: OPENS_RXDB, pattern: /["'](?:fake-indexeddb|rxdb)\b/ },
];
/** Its desks are RxDB databases. */
const opensRxDB = "sync/client/testing/desk.ts";

/**
 * They run the whole product in their process. Its statements are prepared once in a process, and would not be noted
 * again by the tests whose statements are checked.
 */
const runsProduct = /^proof\/(?:chaos|conversation-scripts)\//;

/** Returns why a test file needs a process of its own; null when it can share one. `file`: a path from the root. */
export function whyIsolated(file: string): string | null {
  if (runsProduct.test(file)) return "runs the product, whose statements are not checked there";
  const path = join(root, file);
  const source = readFileSync(path, "utf8");
  const found = isolating.find(({ pattern }) => pattern.test(source));
  if (found) return found.reason;
  // A component test closes its desk before the next one opens.
  if (file.endsWith(".tsx")) return null;
  const helpers = importsIn(path, source).filter((helper) => /\/testing(?:\/|\.ts$)/.test(helper));
  const opens = [...helpers, ...helpers.flatMap((helper) => importsIn(helper, readFileSync(helper, "utf8")))];
  return opens.includes(join(root, opensRxDB)) ? OPENS_RXDB : null;
}

/** Returns the test files whose imports never reach `db/` nor the run's Postgres, as paths from the root. */
export function pureTestFiles(): string[] {
  const known = new Map<string, { imports: string[]; isOfDatabase: boolean }>();
  const read = (file: string) => {
    const source = readFileSync(file, "utf8");
    const isOfDatabase = relative(root, file).startsWith("db/") || takesFromSetUp.test(source);
    const found = { imports: importsIn(file, source), isOfDatabase };
    known.set(file, found);
    return found;
  };
  const isPure = (test: string) => {
    const seen = new Set([test]);
    for (const file of seen) {
      const { imports, isOfDatabase } = known.get(file) ?? read(file);
      if (isOfDatabase) return false;
      for (const path of imports) seen.add(path);
    }
    return true;
  };
  const patterns = testFolders.map((folder) => `${folder}/**/*.test.ts`);
  return globSync(patterns, { cwd: root })
    .filter((file) => isPure(join(root, file)))
    .sort();
}

/** The files of ours that a file imports when it runs; types are not loaded. */
export function importsIn(file: string, source: string): string[] {
  if (!/\.[cm]?[jt]sx?$/.test(file)) return [];
  return [...source.matchAll(staticImport), ...source.matchAll(dynamicImport)]
    .map(([, path = ""]) => join(dirname(file), path.replace(/\?.*$/, "")))
    .filter((path) => existsSync(path));
}
