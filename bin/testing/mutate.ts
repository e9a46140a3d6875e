import { type ChildProcess, spawn } from "node:child_process";
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { seeded } from "../../contracts/testing/random.ts";
import { failuresOf } from "../../proof/gate/attempts.ts";
import { readRecord, reports, root } from "../../proof/gate/record.ts";
import { nearestTests } from "../changed-tests.ts";
import { vitest } from "../steps.ts";
import { type Mutation, mutated, mutationsIn } from "./mutations.ts";

/**
 * Changes one rule at a time and runs the tests that reach it: a change that no test notices survives.
 *
 *     MUTATIONS=40 TEST_SEED=7 npm run proof -- mutations
 *
 * First the nearest tests run, then, if they stay green, all tests that reach the file. The file is restored after each
 * change. Prints a line for each, and fails with more than a tenth of survivors.
 */
const count = Number(process.env.MUTATIONS ?? 40);
const seed = Number(process.env.TEST_SEED ?? Date.now() % 1_000_000);
/** Time of one run of tests, in ms: a change may make a loop endless. */
const NEAREST_MS = 240_000;
const ALL_MS = 900_000;
const MAX_SURVIVORS = 0.1;

const random = seeded(seed);
const files = globSync(["domain/**/*.ts", "sync/client/**/*.ts", "contracts/**/*.ts"], { cwd: root })
  .filter((file) => !/\.test\.ts$|\/testing\//.test(file))
  .map((file) => ({ file, mutations: mutationsIn(file, readFileSync(join(root, file), "utf8")) }))
  .filter(({ mutations }) => mutations.length > 0)
  .toSorted((a, b) => (a.file < b.file ? -1 : 1));

let running: ChildProcess | null = null;
let restore = () => {};
process.once("exit", () => {
  running?.kill("SIGKILL");
  restore();
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));

console.log(`seed ${seed}: ${count} mutations of ${files.length} files`);
let survivors = 0;
for (let drawn = 0; drawn < count; drawn += 1) {
  const { file, mutations } = random.pick(files);
  const mutation = random.pick(mutations);
  const noticed = await withMutation(file, mutation, () => noticedBy(file));
  if (noticed === null) survivors += 1;
  console.log(
    `${noticed === null ? "SURVIVED" : "red     "} ${described(file, mutation)}${noticed ? `\n         ${noticed}` : ""}`,
  );
}
console.log(`${count - survivors} of ${count} were noticed (seed ${seed})`);
process.exit(survivors > MAX_SURVIVORS * count ? 1 : 0);

function described(file: string, { start, end, replacement, line }: Mutation): string {
  const before = readFileSync(join(root, file), "utf8").slice(start, end);
  const short = (text: string) => text.replaceAll(/\s+/g, " ").slice(0, 60);
  return `${file}:${line}: ${short(before)} → ${short(replacement) || "(nothing)"}`;
}

async function withMutation<T>(file: string, mutation: Mutation, work: () => Promise<T>): Promise<T> {
  const path = join(root, file);
  const source = readFileSync(path, "utf8");
  restore = () => writeFileSync(path, source);
  writeFileSync(path, mutated(source, mutation));
  try {
    return await work();
  } finally {
    restore();
    restore = () => {};
  }
}

/** Returns the test that became red; null when all stayed green. */
async function noticedBy(file: string): Promise<string | null> {
  const { near } = nearestTests([file]);
  return (
    (near.length > 0 ? await firstRed("run", near, NEAREST_MS) : null) ?? firstRed("related", ["--run", file], ALL_MS)
  );
}

async function firstRed(command: string, given: string[], limitMs: number): Promise<string | null> {
  const { args, env, record = "" } = vitest("mutation", [...given, "--bail=1", "--passWithNoTests"], {}, command);
  mkdirSync(reports, { recursive: true });
  rmSync(record, { force: true });
  const child = spawn(process.execPath, args, {
    ...{ cwd: root, stdio: "ignore", timeout: limitMs, killSignal: "SIGTERM" },
    env: { ...process.env, ...env },
  });
  running = child;
  const code = await new Promise<number | null>((done) => child.once("exit", done));
  running = null;
  if (code === 0) return null;
  const { planned, files } = readRecord(record);
  if (!planned) return code === null ? "the tests did not end" : "the tests did not run";
  const [first] = files
    .filter(({ isOk }) => !isOk)
    .flatMap((file) => failuresOf(file, { result: file, unhandled: [] }));
  return first ? `${first.path}: ${first.test}` : "a test file could not be loaded";
}
