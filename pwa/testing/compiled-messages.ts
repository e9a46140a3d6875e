import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Plugin } from "vitest/config";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const catalogues = [here("../i18n/messages"), here("../../contracts/texts")];
const compiler = here("../../node_modules/@inlang/paraglide-js/bin/run.js");
const run = promisify(execFile);
const cache = here("../../node_modules/.cache/paraglide");

/**
 * Lets tests import the compiled messages without a build. The build writes one module per message, which takes
 * seconds to load; here there is one per language, compiled again when a catalogue has changed.
 */
export function compiledMessages(): Plugin {
  let compiled: Promise<string> | undefined;
  const version = catalogueHash();
  return {
    name: "compiled-messages",
    enforce: "pre",
    // Otherwise a cached module has the messages of older catalogues beside those of the new ones.
    configureVitest({ defineCacheKeyGenerator }) {
      defineCacheKeyGenerator(({ sourceCode }) => (sourceCode.includes("/paraglide/") ? version : null));
    },
    async resolveId(source) {
      const module = /\/paraglide\/(messages|runtime)\.js$/.exec(source)?.[1];
      if (!module) return null;
      compiled ??= compileMessages(version);
      return `${await compiled}/${module}.js`;
    },
  };
}

function catalogueHash(): string {
  const hash = createHash("sha256");
  for (const folder of catalogues)
    for (const name of readdirSync(folder)) hash.update(readFileSync(`${folder}/${name}`));
  return hash.digest("hex");
}

async function compileMessages(version: string): Promise<string> {
  const folder = `${cache}/${version}`;
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.${process.pid}`;
  const options = ["--project", here("../i18n/project.inlang"), "--outdir", unfinished, "--silent"];
  const shape = ["--strategy", "localStorage", "baseLocale", "--output-structure", "locale-modules"];
  await run(process.execPath, [compiler, "compile", ...options, ...shape]);
  // A parallel run may have compiled the same catalogues.
  if (existsSync(folder)) await rm(unfinished, { recursive: true });
  else await rename(unfinished, folder);
  return folder;
}
