import { NodePgSession } from "drizzle-orm/node-postgres";
import { PgDatabase } from "drizzle-orm/pg-core";
import postgres from "postgres";
import { afterAll, expect, inject } from "vitest";
import { companyColumns, companyGaps } from "./company-gaps.ts";
import { isOnNodes } from "./nodes.ts";

/** The folders whose tests are checked. */
const checkedTests = /^(api|connector|domain|sync)\//;

type Session = { askedBy?: string };
type Asking = (this: { session: Session }, ...given: unknown[]) => unknown;

const root = new URL("../../", import.meta.url).pathname;
/** Files that only hand statements on. */
const passing = ["db/client.ts", "db/prepare-once.ts", "db/in-parallel.ts", "db/testing/check-company-conditions.ts"];
/** Files whose statements go over all companies, in transactions of the platform (docs/decisions/0048). */
const overAllCompanies = [
  "domain/audit/company-names.ts",
  "domain/plans/delete-plan.ts",
  "domain/plans/list-plans.ts",
  "domain/platform/list-companies.ts",
  "domain/billing/check-open-charges.ts",
  "domain/billing/confirm-payment.ts",
  "domain/billing/create-due-invoices.ts",
  "domain/billing/payment-events.ts",
  "domain/billing/send-reminders.ts",
];
/** Tests look into tables as they like; what they share lies in these folders. */
const testing = /\.test\.tsx?$|(^|\/)testing(\/|\.ts$)|^(chaos|conversation-scripts|sync\/convergence)\//;
/** Statements that the product sent in the tests of this file, with the file of the product that asked first. */
const asked = new Map<string, string>();

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
    prepareQuery(this: Session, query: { sql: string }, ...rest: unknown[]): unknown;
  };
  const prepare = prototype.prepareQuery;
  prototype.prepareQuery = function (query, ...rest) {
    if (this.askedBy && !asked.has(query.sql)) asked.set(query.sql, this.askedBy);
    return prepare.call(this, query, ...rest);
  };
}

/** Whether the product built this statement in the tests of this file. */
export const isOfProduct = (text: string): boolean => asked.has(text);

/** Plans each noted statement as the owner, whom row-level security does not bind. */
async function findGaps(): Promise<string[]> {
  const { testPath = "" } = expect.getState();
  // On several nodes, a statement without the company fails by itself, and its plan is another one.
  if (!checkedTests.test(testPath.slice(root.length)) || isOnNodes) return [];
  const statements = [...asked].filter(([text]) => /^\s*(select|update|delete|insert|with)\b/i.test(text));
  if (statements.length === 0) return [];
  const owner = postgres(inject("ownerUrl"), { max: 1, onnotice: () => {} });
  try {
    const columns = await companyColumns(owner);
    const gaps: string[] = [];
    for (const [text, file] of statements) {
      if (overAllCompanies.includes(file)) continue;
      const tables = await companyGaps(owner, text, columns);
      if (tables.length > 0) gaps.push(`${file}: no condition on the company of ${tables.join(", ")} in ${text}`);
    }
    return gaps;
  } finally {
    await owner.end();
  }
}

noteStatements();
afterAll(async () => {
  const gaps = await findGaps();
  if (gaps.length > 0) throw new Error(gaps.join("\n"));
});
