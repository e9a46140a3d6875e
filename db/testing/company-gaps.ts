import type postgres from "postgres";

/** A node of a plan as `explain (verbose, format json)` shows it. */
type PlanNode = {
  "Node Type": string;
  Alias?: string;
  "Relation Name"?: string;
  Plans?: PlanNode[];
  [field: string]: unknown;
};
type Planned = { "QUERY PLAN": [{ Plan: PlanNode }] };

/** The column that names the company, for each table that has one. */
export type CompanyColumns = ReadonlyMap<string, string>;

/** `companies` names the company by its own id. */
export async function companyColumns(owner: postgres.Sql): Promise<CompanyColumns> {
  const tables = await owner<{ name: string }[]>`select relname as name from pg_class
    join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attname = 'company_id'`;
  return new Map([...tables.map(({ name }) => [name, "company_id"] as const), ["companies", "id"]]);
}

/**
 * Returns the tables that a statement reads without the company as a value of their own. An equality with the company
 * of another table counts only where Postgres derives the value from it, in joins of one query; it does not in a
 * correlated select, a lateral join with a limit or a CTE, and there a database on several nodes must ask them all. Asks
 * Postgres for the plan, because only Postgres knows what each name in a statement means and what it derives. `owner`
 * must pass row-level security, which would add such conditions.
 */
export async function companyGaps(owner: postgres.Sql, text: string, columns: CompanyColumns): Promise<string[]> {
  const planned = await owner.unsafe<Planned[]>(`explain (generic_plan, verbose, format json) ${text}`);
  return planned.flatMap(({ "QUERY PLAN": [{ Plan: plan }] }) => tablesWithoutCompany(plan, columns));
}

/** `alias.column = other`; the third group is set where the other side is a column too. */
const equality = /(\w+)\.(\w+) = (?:\(*(\w+)\.\w+(?![\w(]))?/g;

function tablesWithoutCompany(plan: PlanNode, columns: CompanyColumns): string[] {
  const tables = new Map<string, string>();
  const conditions: string[] = [];
  visit(plan, (node) => {
    const { Alias: alias, "Relation Name": table, "Node Type": type } = node;
    if (alias && table && columns.has(table) && type !== "ModifyTable") tables.set(alias, table);
    for (const [field, value] of Object.entries(node))
      if (/(Cond|Filter)$/.test(field) && typeof value === "string") conditions.push(value);
  });
  const known = new Set<string>();
  for (const condition of conditions)
    for (const [, alias = "", column, otherColumn] of condition.matchAll(equality))
      if (!otherColumn && columns.get(tables.get(alias) ?? "") === column) known.add(alias);
  return [...new Set([...tables].filter(([alias]) => !known.has(alias)).map(([, table]) => table))];
}

function visit(node: PlanNode, see: (node: PlanNode) => void): void {
  see(node);
  for (const child of node.Plans ?? []) visit(child, see);
}
