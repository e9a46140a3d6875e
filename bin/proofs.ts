import { execFileSync } from "node:child_process";
import { join } from "node:path";

type Size = Record<string, string>;
export type Proof = {
  name: string;
  /** The test files, with options of vitest. */
  files: string[];
  size: Size;
  /** The size of `npm run proof -- part`: at most four minutes. Proofs without one run only by name. */
  part?: Size;
};

/** The long proofs. `npm test` runs the same files at a size of seconds. */
export const proofs: Proof[] = [
  { name: "in-process", files: ["chaos/in-process.test.ts"], size: { CHAOS_RUNS: "300" }, part: { CHAOS_RUNS: "60" } },
  { name: "real", files: ["chaos/real.test.ts"], size: { CHAOS_REAL_RUNS: "20" }, part: { CHAOS_REAL_RUNS: "8" } },
  // Without the Citus kit it is skipped.
  { name: "citus", files: ["chaos/citus.test.ts"], size: { CHAOS_CITUS_RUNS: "20" } },
  {
    name: "campaigns",
    files: ["chaos/campaigns.test.ts"],
    size: { CHAOS_RECIPIENTS: "2000" },
    part: { CHAOS_RECIPIENTS: "600" },
  },
  {
    name: "bounded-work",
    files: ["api/bounded-work.test.ts"],
    size: { BOUNDED_LENGTH: "65536" },
    part: { BOUNDED_LENGTH: "65536" },
  },
  {
    name: "payments",
    files: ["sandbox/payments/payment-storm.test.ts"],
    size: { PAYMENT_STORMS: "4" },
    part: { PAYMENT_STORMS: "4" },
  },
  { name: "outages", files: ["chaos/outages.test.ts"], size: { CHAOS_DROPS: "60" }, part: { CHAOS_DROPS: "30" } },
  {
    name: "ownership",
    files: ["chaos/ownership.test.ts"],
    size: { CHAOS_SESSIONS: "60" },
    part: { CHAOS_SESSIONS: "30" },
  },
  {
    name: "convergence",
    files: ["sync/testing/convergence/convergence.test.ts"],
    size: { CONVERGENCE_RUNS: "500" },
    part: { CONVERGENCE_RUNS: "80" },
  },
  {
    name: "scripts",
    files: ["conversation-scripts/scripts.test.ts"],
    size: { SCRIPT_FAULTS: "1" },
    part: { SCRIPT_FAULTS: "1" },
  },
  {
    name: "mails",
    files: ["chaos/mails/killed-sender.test.ts"],
    size: { MAIL_KILLS: "100" },
    part: { MAIL_KILLS: "40" },
  },
  {
    name: "fuzz",
    files: [
      "api/fuzz.test.ts",
      "api/sync/chat-commands-fuzz.test.ts",
      "connector/channels/whatsapp/fuzz.test.ts",
      "connector/channels/meta/page-fuzz.test.ts",
    ],
    size: { FUZZ_RUNS: "2000", CHAT_FUZZ_RUNS: "5000" },
    part: { FUZZ_RUNS: "1000", CHAT_FUZZ_RUNS: "1500" },
  },
  {
    name: "reply-fuzz",
    files: ["domain/mails/smtp-fuzz.test.ts", "domain/ai-text/read-answer.test.ts"],
    size: { FUZZ_RUNS: "5000" },
  },
  {
    name: "back",
    files: ["--config", "e2e/vitest.config.ts", "e2e/back.test.ts"],
    size: { BACK_SCREENS: "all" },
    part: { BACK_SCREENS: "usual" },
  },
  // Every journey; `npm test` does the walks in two of the four display modes.
  { name: "walks", files: ["--config", "e2e/vitest.config.ts"], size: { WALKS: "all" } },
  { name: "release", files: ["bin/release/archive.test.ts"], size: { RELEASE_ARCHIVES: "1" } },
];

/**
 * Returns the proof of `npm run proof -- part`. The files of the commit choose it, so that a repeated run does the same.
 * `tree`: the hash of git's tree.
 */
export function proofOfTree(tree: string): Proof & { part: Size } {
  const parts = proofs.filter((proof): proof is Proof & { part: Size } => proof.part !== undefined);
  const chosen = parts[Number.parseInt(tree.slice(0, 8), 16) % parts.length];
  if (!chosen) throw new Error(`no proof for the tree ${tree}`);
  return chosen;
}

/** Returns the seed of the random tests of a commit, which passes or fails whenever it is tested. */
export const seedOfTree = (tree: string): string =>
  process.env.TEST_SEED ?? String(Number.parseInt(tree.slice(0, 7), 16));

/** Returns the hash of the tree of the last commit; zeros outside of a repository. */
export function committedTree(): string {
  try {
    const cwd = join(import.meta.dirname, "..");
    return execFileSync("git", ["rev-parse", "HEAD^{tree}"], { cwd, encoding: "utf8", stdio: "pipe" }).trim();
  } catch {
    return "0".repeat(40); // an unpacked archive has no commits
  }
}
