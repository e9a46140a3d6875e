import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { NotedCall } from "./check-answers.ts";

/**
 * `npm run docs:answers`: runs the tests of the api and writes what their calls were answered: the refusals of each
 * operation, and an example of each successful answer from the rows of the contract test. `/openapi.json` has both.
 */
const root = join(import.meta.dirname, "../..");
const CONTRACT = "api/contract.test.ts";
/** Longer texts, and more rows of a list, say nothing more. */
const MAX_TEXT = 300;
const MAX_ROWS = 2;

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
const time = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)/g;
/** Fields whose values are secrets, or random. */
export const secretField = /^(?:.*token|.*secret|.*password|.*unsentKey|qrcode|pairingCode)$/i;
/** A text that is also base64. */
export const HIDDEN = "aGlkZGVu";

/** A list of rows can have any length; one of values, like the hours of a week, may have a fixed one. */
const isOfRows = (list: unknown[]) =>
  list.every((entry) => typeof entry === "object" && entry !== null && "id" in entry);

/** Returns an answer as an example: the same from run to run, and without secrets. */
function exampleOf(answer: unknown): unknown {
  const ids = new Map<string, string>();
  const idFor = (found: string) => {
    const known = ids.get(found) ?? `01990000-0000-7000-8000-${String(ids.size + 1).padStart(12, "0")}`;
    ids.set(found, known);
    return known;
  };
  const textOf = (text: string) =>
    text.replaceAll(uuid, idFor).replaceAll(time, "2026-05-04T12:00:00.000Z").slice(0, MAX_TEXT);
  function shown(value: unknown, name = ""): unknown {
    if (typeof value === "string") return secretField.test(name) && value !== "" ? HIDDEN : textOf(value);
    if (Array.isArray(value))
      return (isOfRows(value) ? value.slice(0, MAX_ROWS) : value).map((entry) => shown(entry, name));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([field, inner]) => [textOf(field), shown(inner, field)]));
  }
  return shown(answer);
}

function run(): void {
  const folder = mkdtempSync(join(tmpdir(), "balcao-answers-"));
  const args = ["vitest", "run", "--project", "database", "--project", "database, isolated", "api"];
  const { status } = spawnSync("npx", args, {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, NOTE_ANSWERS: folder },
  });
  const calls = readdirSync(folder).flatMap((file) =>
    readFileSync(join(folder, file), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as NotedCall),
  );
  rmSync(folder, { recursive: true });
  const refusals = new Map<string, Set<string>>();
  const examples = new Map<string, Record<string, unknown>>();
  for (const { operation, test, status: answered, code, answer } of calls) {
    if (code) refusals.set(operation, (refusals.get(operation) ?? new Set()).add(code));
    else if (test.endsWith(CONTRACT))
      examples.set(operation, { [answered]: exampleOf(answer), ...examples.get(operation) });
  }
  const byName = <T>(values: Map<string, T>) => Object.fromEntries([...values].sort(([a], [b]) => (a < b ? -1 : 1)));
  write("seen-refusals.json", byName(new Map([...refusals].map(([name, codes]) => [name, [...codes].sort()]))));
  write("seen-answers.json", byName(examples));
  process.exitCode = status ?? 1;
}

const write = (name: string, value: object) =>
  writeFileSync(join(root, "api/http", name), `${JSON.stringify(value, null, 1)}\n`);

if (process.argv[1] === import.meta.filename) run();
