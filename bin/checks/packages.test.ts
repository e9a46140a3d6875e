import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { cruiseFolders } from "./lint-deps.ts";

type Entry = {
  version?: string;
  resolved?: string;
  hasInstallScript?: boolean;
  optionalDependencies?: Record<string, string>;
};
const read = (path: string) => JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), "utf8"));
const manifest = read("package.json");
const entries: Record<string, Entry> = read("package-lock.json").packages;

/** Returns whether Node would find `name` from the package at `path`, searching from the nearest folder upwards. */
function isInLockfile(path: string, name: string): boolean {
  if (entries[path ? `${path}/node_modules/${name}` : `node_modules/${name}`]) return true;
  if (!path) return false;
  return isInLockfile(path.slice(0, Math.max(0, path.lastIndexOf("/node_modules/"))), name);
}

test("lockfile: has the builds of every package for every platform", () => {
  const missing = Object.entries(entries).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !isInLockfile(path, name))
      .map((name) => `${path} needs ${name}`),
  );
  expect(missing).toEqual([]);
});

test("lockfile: contains no registry address", () => {
  expect(Object.keys(entries).filter((path) => entries[path]?.resolved)).toEqual([]);
});

test("allowScripts: lists every package with an install script, by name without a version", () => {
  const withScript = Object.keys(entries).filter((path) => entries[path]?.hasInstallScript);
  const names = new Set(withScript.map((path) => path.split("node_modules/").at(-1)));
  expect(Object.keys(manifest.allowScripts).sort()).toEqual([...names].sort());
});

test("production code imports only packages of `dependencies`", async () => {
  const commands = ["start", "balcao"].map((name) => `bin/${name}.ts`);
  const { modules } = await cruiseFolders([
    "api",
    "connector",
    "sandbox",
    "domain",
    "outside",
    "db",
    "sync/server",
    ...commands,
  ]);
  const shipped = modules.filter(
    ({ source }) => source.endsWith(".ts") && !/node_modules|\.test\.|\/testing\//.test(source),
  );
  const wrong = shipped.flatMap(({ source, dependencies }) =>
    dependencies
      .filter(({ coreModule, typeOnly, dependencyTypes }) => !coreModule && !typeOnly && isForeign(dependencyTypes))
      .map(({ module }) => `${source} imports ${module}`),
  );
  expect(shipped.length).toBeGreaterThan(300);
  expect(wrong).toEqual([]);
});

/** Returns whether a dependency is neither a file of this repository nor a package of `dependencies`. */
function isForeign(types: readonly string[]): boolean {
  return !types.includes("local") && !types.includes("npm");
}
