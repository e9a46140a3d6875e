import { is, Param, Placeholder, sql } from "drizzle-orm";
import { NodePgSession, NodePgTransaction } from "drizzle-orm/node-postgres";
import { PgDialect } from "drizzle-orm/pg-core";
import type pg from "pg";
import type { CompanyDb } from "./client.ts";

/** A query that drizzle can build before it runs. */
type Preparable<R> = { prepare(name: string): { execute(): Promise<R> } };
/** Names a parameter, filled in at each run. */
export type ParamBuilder = (name: string) => Placeholder;
export type Build<R> = (db: CompanyDb, param: ParamBuilder) => Preparable<R>;
type Encoder = { mapToDriverValue(value: unknown): unknown };
type Template<R> = { params: unknown[]; execute(): Promise<R> };

const dialect = new PgDialect();
/** A session for building queries; it runs none. */
const nowhere = new NodePgTransaction(
  dialect,
  new NodePgSession(undefined as unknown as pg.Client, dialect, undefined),
  undefined,
) as unknown as CompanyDb;

/**
 * Builds a query once and runs it with other values each time: receiving a message runs ten queries, and building
 * them each time would be most of the work. Values for columns are given as in the schema, values in comparisons as
 * the driver takes them.
 */
export function prepareOnce<R>(build: Build<R>) {
  let known: Template<R> | undefined;
  return (db: CompanyDb, values: Record<string, unknown>): Promise<R> => {
    known ??= build(nowhere, sql.placeholder).prepare("") as unknown as Template<R>;
    const params = known.params.map((param) => valueFor(param, values));
    const { client } = db._.session as unknown as { client: pg.Client };
    const asked: Template<R> = Object.create(known, { client: { value: client }, params: { value: params } });
    return asked.execute();
  };
}

/** Like `prepareOnce`, with one cached query per variant. */
export function prepareOnceFor<F extends string | number, R>(build: (form: F) => Build<R>) {
  const forms = new Map<F, ReturnType<typeof prepareOnce<R>>>();
  return (form: F): ReturnType<typeof prepareOnce<R>> => {
    const known = forms.get(form) ?? prepareOnce<R>(build(form));
    forms.set(form, known);
    return known;
  };
}

function valueFor(param: unknown, values: Record<string, unknown>): unknown {
  const placeholder = is(param, Param) ? param.value : param;
  if (!is(placeholder, Placeholder)) return param;
  if (!(placeholder.name in values)) throw new Error(`no value was given for ${placeholder.name}`);
  const value = values[placeholder.name];
  return value === null || !is(param, Param) ? value : (param.encoder as Encoder).mapToDriverValue(value);
}
