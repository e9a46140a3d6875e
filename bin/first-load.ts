import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

export const FIRST_LOAD_LIMIT = 155_000;

/** A file of the built app. `stage`: when a page of a signed-in user loads it; sizes in bytes. */
export type LoadedFile = {
  path: string;
  stage: "before the list" | "with the local database" | "later";
  bytes: number;
  gzip: number;
};

const staticImport = /(?:^|[;}\s])(?:import|export)(?:[^"'()`;]*?from)?\s*["']\.\/([^"']+\.js)["']/g;
const moduleLink = /<link rel="modulepreload"[^>]*>/g;

/**
 * Lists the scripts, styles and fonts of a built app by the stage in which they are loaded: `index.html` names the
 * first script and what is preloaded with it, with a low priority for the local database and the rows.
 */
export function readFirstLoad(folder: string, language = "pt"): LoadedFile[] {
  const html = readFileSync(join(folder, "index.html"), "utf8");
  const entry = [...html.matchAll(/<script type="module"[^>]* src="\/assets\/([^"]+)"/g)].map(([, file]) => file ?? "");
  const links = html.match(moduleLink) ?? [];
  const named = (isLow: boolean) =>
    links
      .filter((link) => link.includes('fetchpriority="low"') === isLow)
      .map((link) => /href="\/assets\/([^"]+)"/.exec(link)?.[1] ?? "");
  const early = closureOf(folder, [...entry, ...named(false)]);
  const withDatabase = closureOf(folder, named(true)).filter((file) => !early.includes(file));
  const classic = [...html.matchAll(/<script src="\/([^"]+)"/g)].map(([, file]) => file ?? "");
  const styles = [...html.matchAll(/<link rel="stylesheet"[^>]* href="\/([^"]+)"/g)].map(([, file]) => file ?? "");
  const before = [...classic, ...styles, ...withTables(folder, early, language), ...fontsOf(folder)];
  const during = withTables(folder, withDatabase, language);
  const all = readdirSync(join(folder, "assets")).map((file) => `assets/${file}`);
  const later = all.filter((file) => file.endsWith(".js") && ![...before, ...during].includes(file) && !isTable(file));
  const filesAt = (paths: string[], stage: LoadedFile["stage"]) =>
    paths.map((path) => {
      const content = readFileSync(join(folder, path));
      // Fonts are compressed already.
      const gzip = path.endsWith(".woff2") ? content.length : gzipSync(content).length;
      return { path, stage, bytes: content.length, gzip };
    });
  return [
    ...filesAt(before, "before the list"),
    ...filesAt(during, "with the local database"),
    ...filesAt(later, "later"),
  ];
}

export const scriptsBeforeList = (files: LoadedFile[]): LoadedFile[] =>
  files.filter(({ path, stage }) => stage === "before the list" && path.endsWith(".js"));

export const sumOf = (files: LoadedFile[]): number => files.reduce((sum, { gzip }) => sum + gzip, 0);

/** Returns the chunks and all chunks that they import statically. */
function closureOf(folder: string, chunks: string[]): string[] {
  const found = [...chunks];
  for (const chunk of found) {
    const code = readFileSync(join(folder, "assets", chunk), "utf8");
    for (const [, file] of code.matchAll(staticImport)) if (file && !found.includes(file)) found.push(file);
  }
  return found;
}

/** Adds the tables with the texts of the chunks. */
const withTables = (folder: string, chunks: string[], language: string): string[] =>
  chunks
    .flatMap((chunk) => [chunk, chunk.replace(/\.t\.js$/, `.${language}.js`)])
    .filter((file, at, all) => all.indexOf(file) === at)
    .map((file) => `assets/${file}`)
    .filter((path) => existsSync(join(folder, path)));

const isTable = (path: string): boolean => /\.(pt|en|es)\.js$/.test(path);

/** The font that the first screen uses. */
const fontsOf = (folder: string): string[] =>
  readdirSync(join(folder, "assets"))
    .filter((file) => /^geist-latin-wght-normal-.*\.woff2$/.test(file))
    .map((file) => `assets/${file}`);
