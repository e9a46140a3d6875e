import { appendFileSync } from "node:fs";
import { join } from "node:path";
import type { Hono } from "hono";
import { findTargetHandler } from "hono/utils/handler";
import * as v from "valibot";
import { expect } from "vitest";
import type { AppEnv } from "../http/app-env.ts";
import { readSeen } from "../http/reference/complete-specs.ts";
import { type Answers, declaredAnswers } from "../http/reference/describe.ts";
import { refusalsOf } from "../http/reference/refusals.ts";

/** A folder: the calls of this run are noted there for `npm run docs:answers`, and what is missing is no error. */
const NOTED = process.env.NOTE_ANSWERS;

/** A call of a test. `answer`: a successful JSON body. */
export type NotedCall = { operation: string; test: string; status: number; code?: string; answer?: unknown };

type Operation = { name: string; answers: Answers };

/** Returns the operation of this request, by its route; null: it is no operation of the interface. */
function operationOf(app: Hono<AppEnv>, method: string, path: string): Operation | null {
  const found = app.router.match(method, path)[0];
  for (const [[, route]] of found) {
    // Hono wraps the handlers of routes that have an `onError` of their own.
    const answers = declaredAnswers.get(findTargetHandler(route.handler));
    if (answers) return { name: `${route.method} ${route.path}`, answers };
  }
  return null;
}

/** Returns the place of the first field of an answer that its schema does not have; null: it has all. */
function unknownField(answer: unknown, known: unknown, place = ""): string | null {
  if (typeof answer !== "object" || answer === null) return null;
  const fields = known as Record<string, unknown>;
  for (const [name, value] of Object.entries(answer)) {
    const at = place ? `${place}.${name}` : name;
    if (!(name in fields)) return at;
    const inner = unknownField(value, fields[name], at);
    if (inner) return inner;
  }
  return null;
}

/** Returns why a JSON value is not an answer of this schema; null when it is. */
export function answerProblem(schema: v.GenericSchema, answer: unknown): string | null {
  const parsed = v.safeParse(schema, answer);
  if (!parsed.success)
    return parsed.issues.map((issue) => `${v.getDotPath(issue) ?? "answer"}: ${issue.message}`).join("; ");
  const unknown = unknownField(answer, parsed.output);
  return unknown && `${unknown}: the description does not have this field`;
}

const { refusals } = readSeen();
/** The calls of these tests are the same in each run; others may be refused by chance. */
const fixed = /\/api\/(?:contract|permissions|wires)\.test\.ts$/;
const isKnownRefusal = (operation: string, code: string) => (refusalsOf(refusals[operation]) as Set<string>).has(code);

/** Rejects when an answer is not as its operation declares it: its body, its status, or the code of its refusal. */
export async function requireDeclared(app: Hono<AppEnv>, request: Request, response: Response): Promise<void> {
  const operation = operationOf(app, request.method, new URL(request.url).pathname);
  if (!operation) return;
  const media = response.headers.get("content-type") ?? "";
  // A browser that opens the path of a call gets the app's page.
  if (request.headers.get("accept")?.includes("text/html") && media.startsWith("text/html")) return;
  const answer: unknown = media.startsWith("application/json") ? await jsonOf(response.clone()) : undefined;
  const { status } = response;
  if (status >= 400) {
    const code = (answer as { code?: string } | null | undefined)?.code;
    if (NOTED && code) note({ operation: operation.name, test: testPath(), status, code });
    if (!NOTED && code && fixed.test(testPath()) && !isKnownRefusal(operation.name, code))
      throw new Error(
        `${operation.name} refuses with ${code}, which its description does not have: npm run docs:answers`,
      );
    return;
  }
  const problem = problemOf(operation, status, media, answer);
  if (problem) throw new Error(`${operation.name} answers ${status}${problem}`);
  if (NOTED && answer !== undefined) note({ operation: operation.name, test: testPath(), status, answer });
}

function problemOf({ answers }: Operation, status: number, media: string, answer: unknown): string | null {
  const body = answers[status as keyof Answers];
  if (body === undefined) return ", which its description does not have";
  // A client that has the file learns its type again.
  if (body === null) return media === "" || status === 304 ? null : ` as ${media}, not without a body`;
  if ("media" in body || answer === undefined) {
    const wanted = "media" in body ? body.media : "application/json";
    return wanted === "*/*" || media.startsWith(wanted) ? null : ` as ${media}, not as ${wanted}`;
  }
  const problem = answerProblem(body, answer);
  return problem && `: ${problem}`;
}

const jsonOf = (response: Response): Promise<unknown> => response.json().catch(() => undefined); // compressed, or cut off
const testPath = () => expect.getState().testPath ?? "";
const note = (call: NotedCall) =>
  appendFileSync(join(NOTED ?? "", `${process.pid}.jsonl`), `${JSON.stringify(call)}\n`);
