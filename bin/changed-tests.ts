import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { importsIn, testFolders } from "./test-files.ts";

const root = join(import.meta.dirname, "..");

/** Test files that one run of `npm run verify` takes at most: they need about a minute. */
const MAX_FILES = 30;
/** Imports between a test and a changed file: further away, a test says little about the change. */
const FURTHEST = 2;
/** Journeys that one run takes at most. */
const MAX_JOURNEYS = 2;
/** They open every screen, which takes minutes. */
const WALKS = [
  "proof/journeys/walks/access.test.ts",
  "proof/journeys/walks/back.test.ts",
  "proof/journeys/walks/dialogs.test.ts",
];

/** Tests that read the text of whole folders: they import none of the files that they judge. */
const READERS: { of: RegExp; tests: string[] }[] = [
  { of: /\.md$/, tests: ["bin/checks/docs.test.ts", "bin/checks/decisions.test.ts"] },
  { of: /^(api|db|domain)\//, tests: ["domain/no-environment.test.ts", "domain/row-owners.test.ts"] },
  { of: /^db\//, tests: ["db/operation/functions.test.ts"] },
  { of: /^pwa\/.*\.json$/, tests: ["pwa/i18n/messages.test.ts"] },
  {
    of: /^pwa\/.*\.tsx?$/,
    tests: [
      "pwa/i18n/date-time.test.ts",
      "pwa/i18n/messages.test.ts",
      "pwa/ui/fields/enter-key.test.ts",
      "pwa/ui/images.test.ts",
      "pwa/ui/layers.test.ts",
    ],
  },
];

/**
 * Finds the test files that reach a changed file by imports, the nearest first, then those that read it as text.
 * `further`: how many more reach one. All paths are relative to the root.
 */
export function nearestTests(changed: string[]): { near: string[]; further: number } {
  const importers = readImporters();
  const distances = new Map(changed.map((file) => [file, 0]));
  for (const [file, distance] of distances)
    for (const importer of importers.get(file) ?? [])
      if (!distances.has(importer)) distances.set(importer, distance + 1);
  const folders = new Set(changed.map((file) => dirname(file)));
  const rank = ([file, distance]: [string, number]) => distance + (folders.has(dirname(file)) ? 0 : 0.5);
  const tests = [...distances].filter(([file]) => isTest(file)).toSorted((a, b) => rank(a) - rank(b));
  const near = tests.filter(([, distance]) => distance <= FURTHEST).slice(0, MAX_FILES);
  const readers = READERS.filter(({ of }) => changed.some((file) => of.test(file))).flatMap((reader) => reader.tests);
  return { near: [...new Set([...near.map(([file]) => file), ...readers])], further: tests.length - near.length };
}

/** Returns the journeys that were changed, then those with the name of a changed screen, then those that open one. */
export function journeysOf(changed: string[]): string[] {
  const all = globSync("proof/journeys/**/*.test.ts", { cwd: root });
  const screens = new Set(changed.flatMap((file) => /^pwa\/screens\/([^/]+)\//.exec(file)?.[1] ?? []));
  const opened = [...screens].map((screen) => new RegExp(`["'\`/]${screen}\\b`));
  const named = all.filter((file) => screens.has(basename(file, ".test.ts")));
  const opening = all.filter((file) => {
    if (WALKS.includes(file)) return false;
    const source = readFileSync(join(root, file), "utf8");
    return opened.some((pattern) => pattern.test(source));
  });
  return [...new Set([...all.filter((file) => changed.includes(file)), ...named, ...opening])].slice(0, MAX_JOURNEYS);
}

const isTest = (file: string) => /\.test\.tsx?$/.test(file) && !file.startsWith("proof/journeys/");

/** The files that import each file, all as paths from the root. */
function readImporters(): Map<string, string[]> {
  const importers = new Map<string, string[]>();
  for (const file of globSync(
    testFolders.map((folder) => `${folder}/**/*.{ts,tsx}`),
    { cwd: root },
  )) {
    const path = join(root, file);
    for (const imported of importsIn(path, readFileSync(path, "utf8"))) {
      const name = relative(root, imported);
      importers.set(name, [...(importers.get(name) ?? []), file]);
    }
  }
  return importers;
}
