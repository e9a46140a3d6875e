import { proofs } from "./proofs.ts";
import { runSteps, type Step, vitest } from "./steps.ts";

/** Runs the long proofs at full size; `CHAOS_RUNS=50 npm run proof -- in-process` runs one of them at another. */
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !proofs.some((proof) => proof.name === name));
if (unknown.length > 0) throw new Error(`no such proof: ${unknown.join(", ")}`);

const steps: Step[] = proofs
  .filter(({ name }) => wanted.length === 0 || wanted.includes(name))
  .map(({ name, files, size }) => ({ name, runs: [vitest(name, files, { ...size, ...givenSize(size) })] }));
process.exitCode = (await runSteps(steps, { goesOn: true })).isGreen ? 0 : 1;

/** Returns the sizes set in the environment, which override ours. */
function givenSize(size: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.keys(size).flatMap((key) => (process.env[key] ? [[key, process.env[key]]] : [])));
}
