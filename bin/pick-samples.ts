import { globSync, readFileSync } from "node:fs";

/**
 * `node bin/pick-samples.ts [SEED]`: prints ten comments and ten exported names that a seed picks, to judge the
 * language of the code by. Without a seed it takes one from the clock and prints it.
 */
const COUNT = 10;
const EXCLUDE = ["node_modules/**", "dist/**", ".*/**", "pwa/i18n/paraglide/**", "**/*.gen.ts"];
/** A doc comment or a group of line comments that begins a line. */
const COMMENT = /^[ \t]*(?:\/\*\*[\s\S]*?\*\/|\/\/ .*(?:\n[ \t]*\/\/ .*)*)/gm;
const EXPORTED = /^export (?:default )?(?:async )?(?:function\*?|const|let|class|type) (\w+)/gm;

type Sample = { file: string; line: number; text: string };

const seed = Number(process.argv[2] ?? Date.now() % 100_000);
const files = globSync("**/*.{ts,tsx}", { exclude: EXCLUDE }).toSorted();
const sources = files.map((file) => ({ file, source: readFileSync(file, "utf8") }));
const random = randomOf(seed);

console.log(`seed ${seed}, ${files.length} files`);
for (const [title, pattern] of Object.entries({ Comments: COMMENT, "Exported names": EXPORTED })) {
  const found = sources.flatMap((one) => samplesIn(one, pattern));
  console.log(`\n${title} (${COUNT} of ${found.length})`);
  for (const { file, line, text } of pick(found)) console.log(`${file}:${line}\n    ${text}`);
}

function samplesIn({ file, source }: { file: string; source: string }, pattern: RegExp): Sample[] {
  return [...source.matchAll(pattern)].map(({ 0: whole, 1: name, index }) => ({
    file,
    line: source.slice(0, index).split("\n").length,
    text: name ?? whole.trim().replaceAll(/\n[ \t]*/g, "\n    "),
  }));
}

function pick(from: Sample[]): Sample[] {
  const left = [...from];
  return Array.from({ length: Math.min(COUNT, left.length) }, () =>
    left.splice(Math.floor(random() * left.length), 1),
  ).flat();
}

/** Returns a generator of numbers from 0 to 1 that depends only on the seed (mulberry32). */
function randomOf(from: number): () => number {
  let state = from;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
