import { globSync, readFileSync } from "node:fs";

/**
 * `node bin/pick-samples.ts [SEED]`: prints comments, exported names, names of tests and lines of the API reference
 * that a seed picks, to judge the language by. Without a seed it takes one from the clock and prints it.
 */
const EXCLUDE = ["node_modules/**", "dist/**", ".*/**", "pwa/i18n/paraglide/**", "**/*.gen.ts"];
/** Per kind: how many are printed, and what finds them; without the group `text`, the whole match is the text. */
const KINDS = {
  // A doc comment or a group of line comments that begins a line.
  Comments: { count: 60, pattern: /^[ \t]*(?:\/\*\*[\s\S]*?\*\/|\/\/ .*(?:\n[ \t]*\/\/ .*)*)/gm },
  "Exported names": {
    count: 40,
    pattern: /^export (?:default )?(?:async )?(?:function\*?|const|let|class|type) (?<text>\w+)/gm,
  },
  "Names of tests": {
    count: 30,
    pattern: /^[ \t]*(?:test|it)(?:\.each\([\s\S]*?\))?\(\s*(["`])(?<text>.+?)\1,/gm,
  },
  "Lines of the API": {
    count: 40,
    pattern: /\b(?:describe\(\s*"[\w-]+",|v\.description\()\s*(["`])(?<text>.+?)\1/g,
  },
} as const;

type Sample = { file: string; line: number; text: string };

const seed = Number(process.argv[2] ?? Date.now() % 100_000);
const files = globSync("**/*.{ts,tsx}", { exclude: EXCLUDE }).toSorted();
const sources = files.map((file) => ({ file, source: readFileSync(file, "utf8") }));
const random = randomOf(seed);

console.log(`seed ${seed}, ${files.length} files`);
for (const [title, { count, pattern }] of Object.entries(KINDS)) {
  const found = sources.flatMap((one) => samplesIn(one, pattern));
  console.log(`\n${title} (${count} of ${found.length})`);
  for (const { file, line, text } of pick(found, count)) console.log(`${file}:${line}\n    ${text}`);
}

function samplesIn({ file, source }: { file: string; source: string }, pattern: RegExp): Sample[] {
  return [...source.matchAll(pattern)].map(({ 0: whole, groups, index }) => ({
    file,
    line: source.slice(0, index).split("\n").length,
    text: groups?.text ?? whole.trim().replaceAll(/\n[ \t]*/g, "\n    "),
  }));
}

function pick(from: Sample[], count: number): Sample[] {
  const left = [...from];
  return Array.from({ length: Math.min(count, left.length) }, () =>
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
