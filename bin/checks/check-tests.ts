import { globSync, readFileSync } from "node:fs";

/** A rule for the files of tests. `allowed`: files that may break it, each with the reason. `only`: the files that it is for. */
type Rule = { message: string; pattern: RegExp; allowed: Readonly<Record<string, string>>; only?: RegExp };

const LATENCY = "contracts/testing/latency.ts";

/** A test waits for an event; it shows an absence by a later event on the same path. */
export const rules: readonly Rule[] = [
  {
    message: "a promise that a timer resolves: wait for an event, or use latency() in a stand-in",
    // `resolve => setTimeout(resolve …)`, also with braces, a type, `void`, or a function that calls `resolve`.
    pattern:
      /new Promise(?:<[^>]*>)?\(\s*\(?\s*(\w+).{0,40}?=>\s*(?:\{\s*)?(?:void\s+)?(?:\w+\.)?setTimeout\(\s*(?:\1\b|\(\)\s*=>\s*\1\()/g,
    allowed: { [LATENCY]: "defines latency() and quietFor()" },
  },
  {
    message: "a timer as a promise: wait for an event, or use latency() in a stand-in",
    pattern: /["'](?:node:)?timers\/promises["']/g,
    allowed: {},
  },
  {
    message: "a fixed time in the browser: wait for what the page shows",
    pattern: /\.waitForTimeout\(/g,
    allowed: {},
  },
  {
    message: "quietFor() in a file without a reason in bin/checks/check-tests.ts",
    pattern: /(?<!function )\bquietFor\(/g,
    allowed: {
      "connector/outbox/opt-out-race.test.ts": "no event reports that the sockets of this process hold no more bytes",
      "proof/journeys/walks/back.test.ts":
        "a real browser reports no event when no layer opens and no traversal follows",
      "pwa/testing/set-up.ts": "sonner reports no event when it has removed a closed toast",
    },
  },
  {
    message: "a limit below the configured 45 s: leave it out, or give the reason in bin/checks/check-tests.ts",
    pattern: /\btimeout: (?:\d{3}|[1-9]_?\d{3}|[1-3]\d_?\d{3}|4[0-4]_?\d{3})\b/g,
    allowed: {
      "api/session/known-sessions.test.ts": "after 30 s a session is forgotten without a notice",
      "proof/journeys/desk/browser.ts": "a page of a failed journey that does not answer is left out of its report",
      "proof/journeys/administration/sign-up.test.ts": "the button does not come when the queue is offered by itself",
    },
  },
  {
    message: "the clock of the process: use testNow() or testTime() of contracts/testing/clock.ts",
    pattern: /\bnew Date\(\)|\bDate\.now\(\)/g,
    allowed: {},
    // Journeys run at the machine's time, as their browser does.
    only: /^(?!proof\/journeys\/).*\.test\.tsx?$/,
  },
];

/** Returns the lines of the source that break a rule, with its message. `file`: the path from the root. */
export function brokenRules(file: string, source: string): { line: number; message: string }[] {
  return rules
    .filter(({ allowed, only }) => !Object.hasOwn(allowed, file) && (only?.test(file) ?? true))
    .flatMap(({ message, pattern }) =>
      [...source.matchAll(pattern)].map(({ index }) => ({ line: lineAt(source, index), message })),
    )
    .toSorted((a, b) => a.line - b.line);
}

/** Returns the allowed files of a rule that do not break it any more. */
export function needlessReasons(read: (file: string) => string): string[] {
  return rules.flatMap(({ allowed, pattern }) =>
    Object.keys(allowed).filter((file) => read(file).search(pattern) === -1),
  );
}

const lineAt = (source: string, index: number) => source.slice(0, index).split("\n").length;

if (process.argv[1] === import.meta.filename) {
  const files = globSync(["**/*.test.{ts,tsx}", "**/testing/**/*.{ts,tsx}", "proof/journeys/desk/*.ts"], {
    exclude: ["node_modules/**", "dist/**", ".*/**", "bin/checks/check-tests.test.ts"],
  });
  const read = (file: string) => readFileSync(file, "utf8");
  const found = files.flatMap((file) =>
    brokenRules(file, read(file)).map(({ line, message }) => `${file}:${line}: ${message}`),
  );
  found.push(...needlessReasons(read).map((file) => `bin/checks/check-tests.ts: ${file} needs no exception any more`));
  if (found.length > 0) console.error(found.join("\n"));
  console.log(`rules of tests: ${files.length} files, ${found.length} broken`);
  if (found.length > 0) process.exitCode = 1;
}
