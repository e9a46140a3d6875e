import { runSteps, type Step, vitest } from "./steps.ts";

/**
 * The long proofs. `npm test` runs the same files with fewer runs; `CHAOS_RUNS=50 npm run proof -- in-process` runs one of
 * them.
 */
const proofs: { name: string; files: string[]; size: Record<string, string> }[] = [
  { name: "in-process", files: ["chaos/in-process.test.ts"], size: { CHAOS_RUNS: "300" } },
  { name: "real", files: ["chaos/real.test.ts"], size: { CHAOS_REAL_RUNS: "20" } },
  // Without the Citus kit it is skipped.
  { name: "citus", files: ["chaos/citus.test.ts"], size: { CHAOS_CITUS_RUNS: "20" } },
  { name: "outages", files: ["chaos/outages.test.ts"], size: { CHAOS_DROPS: "60" } },
  { name: "ownership", files: ["chaos/ownership.test.ts"], size: { CHAOS_SESSIONS: "60" } },
  { name: "convergence", files: ["sync/testing/convergence/convergence.test.ts"], size: { CONVERGENCE_RUNS: "500" } },
  { name: "mails", files: ["chaos/mails/killed-sender.test.ts"], size: { MAIL_KILLS: "100" } },
  {
    name: "fuzz",
    files: [
      "api/fuzz.test.ts",
      "api/sync/chat-commands-fuzz.test.ts",
      "connector/channels/whatsapp/fuzz.test.ts",
      "connector/channels/meta/page-fuzz.test.ts",
    ],
    size: { FUZZ_RUNS: "2000", CHAT_FUZZ_RUNS: "5000" },
  },
  {
    name: "reply-fuzz",
    files: ["domain/mails/smtp-fuzz.test.ts", "domain/ai-text/read-answer.test.ts"],
    size: { FUZZ_RUNS: "5000" },
  },
  { name: "release", files: ["bin/release/archive.test.ts"], size: { RELEASE_ARCHIVES: "1" } },
];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !proofs.some((proof) => proof.name === name));
if (unknown.length > 0) throw new Error(`no such proof: ${unknown.join(", ")}`);

const steps: Step[] = proofs
  .filter(({ name }) => wanted.length === 0 || wanted.includes(name))
  .map(({ name, files, size }) => ({ name, runs: [vitest(name, files, { ...size, ...givenSize(size) })] }));
process.exitCode = (await runSteps(steps, { goesOn: true })) ? 0 : 1;

/** Returns the sizes set in the environment, which override ours. */
function givenSize(size: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.keys(size).flatMap((key) => (process.env[key] ? [[key, process.env[key]]] : [])));
}
