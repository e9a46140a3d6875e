import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, totalmem } from "node:os";
import { join } from "node:path";

/** Every check of the repository, in the order in which they fail fastest. Ends with the counts of all tests. */
const root = new URL("..", import.meta.url).pathname;
const reports = join(root, "dist", "reports");
const tool = (path: string) => join(root, "node_modules", path);

/** Journeys wait more than they work: two desks at once, each with half of them, where there is room for both. */
const desks = availableParallelism() >= 2 && totalmem() >= 6 * 1024 ** 3 ? 2 : 1;
const halves = Array.from({ length: desks }, (_, at) => `${at + 1}/${desks}`);

type Run = { args: string[]; report?: string };
/** The runs of a step go side by side. */
const steps: { name: string; runs: Run[] }[] = [
  { name: "build", runs: [{ args: [join(root, "bin/build.ts")] }] },
  { name: "types", runs: [{ args: [tool("typescript/bin/tsc"), "--noEmit"] }] },
  { name: "lint", runs: [{ args: [tool("@biomejs/biome/bin/biome"), "check", "."] }] },
  { name: "dependency rules", runs: [{ args: [join(root, "bin/lint-deps.ts")] }] },
  { name: "unit and integration", runs: [vitest("vitest.config.ts", "unit")] },
  {
    name: "journeys",
    runs: halves.map((half, at) => vitest("e2e/vitest.config.ts", `journeys-${at + 1}`, `--shard=${half}`)),
  },
];

function vitest(config: string, name: string, ...more: string[]): Run {
  const report = join(reports, `${name}.json`);
  const said = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  return { args: [tool("vitest/vitest.mjs"), "run", "--config", config, ...more, ...said], report };
}

/** Whether it ended well. */
function succeeds({ args }: Run): Promise<boolean> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: "inherit" });
    child.once("error", fail);
    child.once("exit", (code) => done(code === 0));
  });
}

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
let passed = 0;
let failed = 0;
for (const { name, runs } of steps) {
  const began = Date.now();
  console.log(`\n── ${name}`);
  const isOk = (await Promise.all(runs.map(succeeds))).every(Boolean);
  console.log(`── ${name}: ${isOk ? "ok" : "FAILED"} in ${((Date.now() - began) / 1000).toFixed(1)} s`);
  for (const { report } of runs) {
    if (!report) continue;
    const counts = JSON.parse(readFileSync(report, "utf8"));
    passed += counts.numPassedTests;
    failed += counts.numFailedTests;
    if (counts.numPassedTests === 0) failed += 1;
  }
  if (!isOk) {
    failed = Math.max(failed, 1);
    break;
  }
}
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
