import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { isGreen } from "../proof/gate/summary.ts";
import { listDefects, oldEntries, readUnstable } from "../proof/gate/unstable.ts";
import { journeysOf, nearestTests } from "./changed-tests.ts";
import { lastCommitAt } from "./last-test.ts";
import { runSteps, type Step, script, tool, vitest } from "./steps.ts";

/**
 * Checks what a change needs before its commit: types, format, lint, dependency rules, and the tests and journeys that
 * are nearest to the changed files. `npm run verify -- main` compares with a commit instead of the last one.
 */
const since = process.argv[2] ?? "HEAD";
const root = join(import.meta.dirname, "..");
const git = (...args: string[]) =>
  execFileSync("git", args, { cwd: root, encoding: "utf8" }).split("\n").filter(Boolean);
const changed = [...git("diff", "--name-only", since), ...git("ls-files", "--others", "--exclude-standard")].filter(
  (file) => existsSync(join(root, file)),
);
const { near, further } = nearestTests(changed);
const journeys = journeysOf(changed);
/** Types of unchanged files are read from here. */
const typesCache = join(root, "node_modules", ".cache", "types.tsbuildinfo");

const steps: Step[] = [
  // Writes the texts and routes that the types need. It does nothing when their sources are unchanged.
  { name: "build", runs: [{ args: [script("bin/build.ts")] }] },
  {
    name: "format and lint",
    runs: [{ args: [tool("@biomejs/biome/bin/biome"), "check", "--no-errors-on-unmatched", ...changed] }],
  },
  {
    name: "lengths of functions, rules of tests",
    runs: [{ args: [script("bin/checks/check-functions.ts")] }, { args: [script("bin/checks/check-tests.ts")] }],
  },
  {
    name: "types and dependency rules",
    runs: [
      { args: [tool("typescript/bin/tsc"), "--incremental", "--tsBuildInfoFile", typesCache] },
      { args: [script("bin/checks/lint-deps.ts")] },
    ],
  },
  ...(near.length > 0 ? [{ name: "nearest tests", runs: [vitest("verify", near)] }] : []),
  ...(journeys.length > 0
    ? [
        {
          name: "journeys",
          runs: [
            vitest("verify-journeys", ["--config", "proof/journeys/vitest.config.ts", ...journeys], {
              SCREENSHOTS: "off",
            }),
          ],
        },
      ]
    : []),
];

if (changed.length === 0) console.log(`Nothing has changed since ${since}.`);
else {
  const list = readUnstable();
  const testedAt = lastCommitAt();
  const remarks = () => [
    ...oldEntries(list, testedAt),
    ...(further > 0 ? [`${further} further test files reach the changed ones; npm test runs them.`] : []),
  ];
  const outcome = await runSteps(steps, { remarks });
  const defects = listDefects(list, testedAt);
  for (const defect of defects) console.log(`unstable.json: ${defect}`);
  process.exitCode = isGreen(outcome) && defects.length === 0 ? 0 : 1;
}
