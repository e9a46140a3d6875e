import { globSync, readFileSync } from "node:fs";

/** A `catch` without statements, and a `.catch` whose handler does nothing or returns undefined. */
const EMPTY =
  /\.catch\(\s*(?:async\s*)?\(?\w*\)?\s*=>\s*(?:\{\s*\}|undefined|void 0)\s*,?\s*\)|\bcatch\s*(?:\(\w+\)\s*)?\{\s*\}/g;

/** Returns the line numbers of the handlers that ignore an error without a comment on their line or the line above. */
export function emptyCatches(source: string): number[] {
  const lines = source.split("\n");
  return [...source.matchAll(EMPTY)].flatMap(({ 0: found, index }) => {
    const [first, last] = [lineAt(source, index), lineAt(source, index + found.length)];
    const hasReason =
      /\/\/ \S/.test(lines.slice(first - 1, last).join("\n")) ||
      /^\s*(\/\/|\*|\/\*\*) ?\w*/.test(lines[first - 2] ?? "");
    return hasReason ? [] : [first];
  });
}

const lineAt = (source: string, index: number) => source.slice(0, index).split("\n").length;

if (process.argv[1] === import.meta.filename) {
  const files = globSync("**/*.{ts,tsx,js}", {
    exclude: ["node_modules/**", "dist/**", ".*/**", "pwa/i18n/paraglide/**", "bin/checks/check-catches*"],
  });
  const found = files.flatMap((file) =>
    emptyCatches(readFileSync(file, "utf8")).map((line) => `${file}:${line}: an error is ignored without a reason`),
  );
  if (found.length > 0) console.error(found.join("\n"));
  console.log(`empty catches: ${files.length} files, ${found.length} without a reason`);
  if (found.length > 0) process.exitCode = 1;
}
