import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

/** Every check of the repository, in the order in which they fail fastest. Ends with the counts of all tests. */
const root = new URL("..", import.meta.url).pathname;
const reports = join(root, "dist", "reports");
const tool = (path: string) => join(root, "node_modules", path);

const steps: { name: string; run: string[]; report?: string }[] = [
  { name: "build", run: [join(root, "bin/build.ts")] },
  { name: "types", run: [tool("typescript/bin/tsc"), "--noEmit"] },
  { name: "lint", run: [tool("@biomejs/biome/bin/biome"), "check", "."] },
  { name: "dependency rules", run: [join(root, "bin/lint-deps.ts")] },
  { name: "unit and integration", run: vitest("vitest.config.ts", "unit"), report: "unit" },
  { name: "journeys", run: vitest("e2e/vitest.config.ts", "journeys"), report: "journeys" },
];

function vitest(config: string, report: string): string[] {
  const output = `--outputFile.json=${join(reports, `${report}.json`)}`;
  return [tool("vitest/vitest.mjs"), "run", "--config", config, "--reporter=default", "--reporter=json", output];
}

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
let passed = 0;
let failed = 0;
for (const { name, run, report } of steps) {
  const began = Date.now();
  console.log(`\n── ${name}`);
  const { status } = spawnSync(process.execPath, run, { cwd: root, stdio: "inherit" });
  console.log(`── ${name}: ${status === 0 ? "ok" : "FAILED"} in ${((Date.now() - began) / 1000).toFixed(1)} s`);
  if (report) {
    const counts = JSON.parse(readFileSync(join(reports, `${report}.json`), "utf8"));
    passed += counts.numPassedTests;
    failed += counts.numFailedTests;
    if (counts.numPassedTests === 0) failed += 1;
  }
  if (status !== 0) {
    failed = Math.max(failed, 1);
    break;
  }
}
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
