import { runSteps, vitest } from "../../steps.ts";

/** Runs the fixtures that the arguments name as the gate does, then a second step. */
const config = ["--config", "bin/testing/gate-fixtures/vitest.config.ts"];
const second = { args: ["-e", "console.log('the second step ran')"] };
const outcome = await runSteps(
  [
    { name: "fixtures", runs: [vitest("fixtures", [...config, ...process.argv.slice(2)])] },
    { name: "second", runs: [second] },
    { name: "dependent", needs: "fixtures", runs: [{ args: ["-e", "console.log('the dependent step ran')"] }] },
  ],
  { goesOn: true, reruns: true },
);
process.exitCode = outcome.isGreen ? 0 : 1;
