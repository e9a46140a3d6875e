import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { type SizeName, sizes, type TestSize } from "../contracts/testing/sizes.ts";

/** Values of the environment that set the size of a test. */
type Size = Record<string, string>;
export type Proof = {
  name: string;
  /** The test files, with options of vitest. */
  files: string[];
  /** A script that runs in place of test files. */
  script?: string;
  size: Size;
  /** The size of `npm run proof -- part`: at most four minutes. Proofs without one run only by name. */
  part?: Size;
};

const journeys = ["--config", "proof/journeys/vitest.config.ts"];

/** The long proofs. `npm test` runs the same files at a size of seconds. */
export const proofs: Proof[] = [
  sized("in-process", ["CHAOS_RUNS"], ["proof/chaos/in-process.test.ts"]),
  sized("real", ["CHAOS_REAL_RUNS"], ["proof/chaos/real.test.ts"]),
  // Without the Citus kit it is skipped.
  sized("citus", ["CHAOS_CITUS_RUNS"], ["proof/chaos/citus.test.ts"]),
  sized(
    "campaigns",
    ["CHAOS_RECIPIENTS", "OPT_OUTS"],
    ["proof/chaos/campaigns.test.ts", "connector/outbox/opt-out-race.test.ts"],
  ),
  sized("bounded-work", ["BOUNDED_LENGTH"], ["api/bounded-work.test.ts"]),
  sized("payments", ["PAYMENT_STORMS"], ["sandbox/payments/payment-storm.test.ts"]),
  sized("outages", ["CHAOS_DROPS"], ["proof/chaos/outages.test.ts"]),
  sized("ownership", ["CHAOS_SESSIONS"], ["proof/chaos/ownership.test.ts"]),
  sized("full-device", ["REFUSED_WRITES"], ["sync/client/refused-writes.test.ts"]),
  sized("effects", ["EFFECT_RUNS"], ["sync/testing/command-effects.test.ts"]),
  sized("convergence", ["CONVERGENCE_RUNS"], ["sync/testing/convergence/convergence.test.ts"]),
  sized("scripts", ["SCRIPT_FAULTS"], ["proof/conversation-scripts/scripts.test.ts"]),
  sized("mails", ["MAIL_KILLS"], ["proof/chaos/mails/killed-sender.test.ts"]),
  sized("pages", ["PAGE_CRASHES"], ["connector/channels/meta/page-crash.test.ts"]),
  sized("imports", ["KILLED_ROWS"], ["connector/jobs/import/killed-import.test.ts"]),
  sized(
    "operator",
    ["OPERATOR_TICKETS", "OPERATOR_BYTES", "OPERATOR_KILLS", "OPERATOR_BACKUPS", "COPY_BYTES", "COPY_TIMES"],
    ["bin/operator/operator.test.ts", "db/backup/copy.test.ts"],
  ),
  sized("secrets", ["GUESSES", "CARD_BODIES"], ["api/session/password-reset-guesses.test.ts", "api/card-data.test.ts"]),
  sized(
    "fuzz",
    [
      ...(["FUZZ_CALLS", "FUZZ_CHAT_COMMANDS", "FUZZ_WHATSAPP", "FUZZ_PAGES", "FUZZ_PAGE_EVENTS"] as const),
      ...(["FUZZ_EXTERNAL_SENDING", "FUZZ_VISIBILITY", "FUZZ_SHARED_PULLS", "FUZZ_MERGES"] as const),
      "LIVE_RUNS",
    ],
    [
      "api/fuzz.test.ts",
      "api/sync/chat-commands-fuzz.test.ts",
      "connector/channels/whatsapp/fuzz.test.ts",
      "connector/channels/meta/page-fuzz.test.ts",
      "api/connections/page-events.test.ts",
      "api/external-sending/external-sending.test.ts",
      "domain/desk/tickets/visibility.test.ts",
      "sync/server/shared-pulls.test.ts",
      "domain/desk/contact-merges/histories.test.ts",
      "api/live/foreign-listeners.test.ts",
    ],
  ),
  sized(
    "reply-fuzz",
    ["FUZZ_MAIL_REPLIES", "FUZZ_AI_ANSWERS", "FUZZ_FLOW_REPLIES"],
    ["outside/mail/smtp-fuzz.test.ts", "outside/ai/read-answer.test.ts", "domain/desk/automation/flows/reply.test.ts"],
  ),
  {
    name: "back",
    files: [...journeys, "proof/journeys/walks/back.test.ts"],
    size: { BACK_SCREENS: "all" },
    part: { BACK_SCREENS: "usual" },
  },
  // Every journey at every size; `npm test` does each at one.
  { name: "walks", files: journeys, size: { WALKS: "all" } },
  { name: "mutations", files: [], script: "bin/testing/mutate.ts", size: { MUTATIONS: "40" } },
  {
    name: "release",
    files: ["bin/release/archive.test.ts", "bin/release/proxy.test.ts"],
    size: { RELEASE_ARCHIVES: "1" },
  },
];

/** A proof with sizes of the table; it has a part when all of them have one. */
function sized(name: string, names: readonly SizeName[], files: string[]): Proof {
  const values = (of: (size: TestSize) => number | undefined) =>
    Object.fromEntries(names.map((one) => [one, String(of(sizes[one]))]));
  const hasPart = names.every((one) => "part" in sizes[one]);
  return { name, files, size: values(({ proof }) => proof), ...(hasPart && { part: values(({ part }) => part) }) };
}

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
