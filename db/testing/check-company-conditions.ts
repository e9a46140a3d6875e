import { appendFileSync } from "node:fs";
import { NodePgSession } from "drizzle-orm/node-postgres";
import { PgDatabase } from "drizzle-orm/pg-core";
import type { SentStatement } from "./find-gaps.ts";
import { isOnNodes } from "./nodes.ts";

/** The folders whose tests are checked. */
const checkedTests = /^(api|connector|domain|outside|sync)\//;

type StatementSession = { askedBy?: string };
type Asking = (this: { session: StatementSession }, ...given: unknown[]) => unknown;

const root = new URL("../../", import.meta.url).pathname;
/** Files that only hand statements on. */
const passing = [
  "db/client.ts",
  "db/driver/prepare-once.ts",
  "db/driver/in-parallel.ts",
  "db/testing/check-company-conditions.ts",
];
/** Files whose statements go over all companies, in transactions of the platform (docs/decisions/0048). */
const overAllCompanies = [
  "domain/account/audit/company-names.ts",
  "domain/account/plans/delete-plan.ts",
  "domain/account/plans/list-plans.ts",
  "domain/account/platform/list-companies.ts",
  "domain/account/billing/check-open-charges.ts",
  "domain/account/billing/confirm-payment.ts",
  "domain/account/billing/create-due-invoices.ts",
  "domain/account/billing/end-upgrades.ts",
  "domain/account/billing/payment-events.ts",
  "domain/account/billing/send-reminders.ts",
];
/** Tests look into tables as they like; what they share lies in these folders. */
const testing = /\.test\.tsx?$|(^|\/)testing(\/|\.ts$)|^(chaos|conversation-scripts|sync\/convergence)\//;
/** Statements that the product sent in the tests of this process, with the file of the product that asked first. */
const asked = new Map<string, string>();
/** The statements that the present test file has sent. */
const askedHere = new Map<string, string>();
/** Statements that are noted for the end of the run: the test files of a process send many of them again. */
const kept = new Set<string>();

/** The file of the product that asks; undefined for a test. Without source maps, which would cost more than the statement. */
function callingFile(): string | undefined {
  const { stackTraceLimit, prepareStackTrace } = Error;
  Object.assign(Error, { stackTraceLimit: 12, prepareStackTrace: (_: Error, sites: NodeJS.CallSite[]) => sites });
  const sites = new Error().stack as unknown as NodeJS.CallSite[];
  Object.assign(Error, { stackTraceLimit, prepareStackTrace });
  for (const site of sites) {
    const name = site.getFileName()?.replace(/^file:\/\//, "") ?? "";
    const file = name.startsWith(root) ? name.slice(root.length) : "";
    if (!file || file.startsWith("node_modules/") || passing.includes(file)) continue;
    return testing.test(file) ? undefined : file;
  }
  return undefined;
}

/**
 * Notes each statement with the file that built it. A statement is sent later, when nothing on the stack tells who asked,
 * so the builder gets a session of its own that remembers the file.
 */
function noteStatements(): void {
  const database = PgDatabase.prototype as unknown as Record<string, Asking>;
  for (const name of [
    "select",
    "selectDistinct",
    "selectDistinctOn",
    "update",
    "delete",
    "insert",
    "execute",
    "with",
  ]) {
    const ask = database[name] as Asking;
    database[name] = function (...given) {
      const askedBy = callingFile();
      if (!askedBy) return ask.apply(this, given);
      const session = { value: Object.create(this.session, { askedBy: { value: askedBy } }) };
      return ask.apply(Object.create(this, { session }), given);
    };
  }
  const prototype = NodePgSession.prototype as unknown as {
    prepareQuery(this: StatementSession, query: { sql: string }, ...rest: unknown[]): unknown;
  };
  const prepare = prototype.prepareQuery;
  prototype.prepareQuery = function (query, ...rest) {
    if (this.askedBy) noteStatement(query.sql, this.askedBy);
    return prepare.call(this, query, ...rest);
  };
}

function noteStatement(text: string, file: string): void {
  if (!asked.has(text)) asked.set(text, file);
  if (!askedHere.has(text)) askedHere.set(text, file);
}

/** Whether the product built this statement in the tests of this process. */
export const isOfProduct = (text: string): boolean => asked.has(text);

/**
 * Notes for the end of the run, when all are planned, each statement that the product sent and that this process has not
 * noted before. `testPath`: the test file that has ended.
 */
export function keepStatements(testPath: string, statementsPath: string): void {
  const test = testPath.slice(root.length);
  const here = [...askedHere];
  askedHere.clear();
  // On several nodes, a statement without the company fails by itself, and its plan is another one.
  if (!checkedTests.test(test) || isOnNodes) return;
  const isNew = ([text, file]: [string, string]) =>
    !kept.has(text) && !overAllCompanies.includes(file) && /^\s*(select|update|delete|insert|with)\b/i.test(text);
  const statements = here.filter(isNew);
  for (const [text] of statements) kept.add(text);
  const lines = statements.map(([text, file]) => `${JSON.stringify({ text, file, test } satisfies SentStatement)}\n`);
  // One write: other processes add their lines at the same time.
  if (lines.length > 0) appendFileSync(statementsPath, lines.join(""));
}

noteStatements();
