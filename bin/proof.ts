import { isGreen } from "../proof/gate/summary.ts";
import { committedTree, proofOfTree, proofs } from "./proofs.ts";
import { runSteps, type Step, script, vitest } from "./steps.ts";

/**
 * Runs the long proofs at full size; `CHAOS_RUNS=50 npm run proof -- in-process` runs one of them at another size, and
 * `npm run proof -- part` runs a part of the one that the commit's files choose.
 */
const asked = process.argv.slice(2);
const chosen = asked.includes("part") ? proofOfTree(committedTree()) : null;
const wanted = asked.filter((name) => name !== "part");
const unknown = wanted.filter((name) => !proofs.some((proof) => proof.name === name));
if (unknown.length > 0) throw new Error(`no such proof: ${unknown.join(", ")}`);

const whole = proofs.filter(({ name }) => asked.length === 0 || wanted.includes(name));
const steps: Step[] = whole.map(({ name, files, script: path, size }) => {
  const env = { ...size, ...givenSize(size) };
  return { name, runs: [path ? { name, args: [script(path)], env } : vitest(name, files, env)] };
});
if (chosen) steps.push({ name: `part of ${chosen.name}`, runs: [vitest(chosen.name, chosen.files, chosen.part)] });
process.exitCode = isGreen(await runSteps(steps, { goesOn: true })) ? 0 : 1;

/** Returns the sizes set in the environment, which override ours. */
function givenSize(size: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.keys(size).flatMap((key) => (process.env[key] ? [[key, process.env[key]]] : [])));
}
