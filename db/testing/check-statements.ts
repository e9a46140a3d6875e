import pg from "pg";

/** `"company_id" = "company_id"`: without a table's name on either side both are the inner table's column. */
const columnWithItself = /(?<![."\w])"(\w+)" = "\1"(?![."\w])/;

/** Only a WITH has an INSERT in parentheses. */
const insertInWith = /\(\s*insert\s+into\b/i;

/**
 * Refuses two kinds of statements.
 *
 * A column that is compared with itself: drizzle leaves out the tables' names of columns in the fields of a single-table
 * select, so `${inner.companyId} = ${outer.companyId}` there is always true. Write the company as a value, and other
 * columns inside `eq(…)`, which keeps the names.
 *
 * An INSERT in a WITH: a cluster asks all its nodes for it (docs/decisions/0072). Send several statements of one
 * transaction. The tables of pg-boss are on the coordinator alone, so its own statements pass.
 */
export function checkStatement(text: string): void {
  const found = columnWithItself.exec(text);
  if (found) throw new Error(`compares a column with itself: ${found[0]} in ${text}`);
  if (insertInWith.test(text) && !text.includes("pgboss.")) throw new Error(`has an INSERT in a WITH: ${text}`);
}

/** Checks each statement that this process sends through `pg`. `set-up.ts` loads this file. */
function checkEveryStatement(): void {
  const send = pg.Client.prototype.query as (this: pg.Client, ...given: unknown[]) => unknown;
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [question] = given as [string | { text?: unknown }];
    const text = typeof question === "string" ? question : question?.text;
    if (typeof text === "string") checkStatement(text);
    return send.apply(this, given);
  } as typeof pg.Client.prototype.query;
}

checkEveryStatement();
