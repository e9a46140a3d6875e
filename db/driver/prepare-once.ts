import { DrizzleQueryError, is, Param, Placeholder, sql } from "drizzle-orm";
import { NodePgSession, NodePgTransaction } from "drizzle-orm/node-postgres";
import { PgDialect } from "drizzle-orm/pg-core";
import { LRUCache } from "lru-cache";
import type pg from "pg";
import type { CompanyDb } from "../client.ts";
import { rowReader, type SelectedField } from "./row-reader.ts";

/** A query that drizzle can build before it runs. */
type Preparable<R> = { prepare(name: string): { execute(): Promise<R> } };
/** Names a parameter, filled in at each run. */
export type ParamBuilder = (name: string) => Placeholder;
export type Build<R> = (db: CompanyDb, param: ParamBuilder) => Preparable<R>;
type Encoder = { mapToDriverValue(value: unknown): unknown };
/** The part of drizzle's prepared query that is used: queries without fields answer the rows as the driver reads them. */
type Template = {
  params: unknown[];
  queryString: string;
  fields: SelectedField[] | undefined;
  joinsNotNullableMap: Record<string, boolean> | undefined;
  queryConfig: pg.QueryArrayConfig;
  rawQueryConfig: pg.QueryConfig;
};
type Value = (values: Record<string, unknown>) => unknown;

/** Variants of one query that stay built. */
const MAX_VARIANTS = 200;

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
  let known: ReturnType<typeof prepared<R>> | undefined;
  return (db: CompanyDb, values: Record<string, unknown>): Promise<R> => {
    known ??= prepared<R>(build(nowhere, sql.placeholder).prepare("") as unknown as Template);
    return known(db, values);
  };
}

/** Like `prepareOnce`, with one cached query per variant; `keyOf` gives equal variants the same text. */
export function prepareOnceFor<F, R>(build: (form: F) => Build<R>, keyOf: (form: F) => string = String) {
  const forms = new LRUCache<string, ReturnType<typeof prepareOnce<R>>>({ max: MAX_VARIANTS });
  return (form: F): ReturnType<typeof prepareOnce<R>> => {
    const key = keyOf(form);
    const known = forms.get(key);
    if (known) return known;
    const made = prepareOnce<R>(build(form));
    forms.set(key, made);
    return made;
  };
}

/** Runs a query that drizzle has built without what drizzle repeats at each run. */
function prepared<R>({ params, queryString, fields, joinsNotNullableMap, queryConfig, rawQueryConfig }: Template) {
  const given = params.map(readValue);
  const read = fields && rowReader(fields, joinsNotNullableMap);
  return async (db: CompanyDb, values: Record<string, unknown>): Promise<R> => {
    const asked = given.map((value) => value(values));
    const { client } = db._.session as unknown as { client: pg.Client };
    try {
      if (!read) return (await client.query(rawQueryConfig, asked)) as R;
      return read((await client.query<unknown[]>(queryConfig, asked)).rows) as R;
    } catch (error) {
      throw new DrizzleQueryError(queryString, asked, error as Error);
    }
  };
}

function readValue(param: unknown): Value {
  const placeholder = is(param, Param) ? param.value : param;
  if (!is(placeholder, Placeholder)) return () => param;
  const { name } = placeholder;
  const encoder = is(param, Param) ? (param.encoder as Encoder) : null;
  return (values) => {
    if (!(name in values)) throw new Error(`no value was given for ${name}`);
    const value = values[name];
    return encoder && value !== null ? encoder.mapToDriverValue(value) : value;
  };
}
