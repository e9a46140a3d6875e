import { is, Param, Placeholder, sql } from "drizzle-orm";
import { NodePgSession, NodePgTransaction } from "drizzle-orm/node-postgres";
import { PgDialect } from "drizzle-orm/pg-core";
import type pg from "pg";
import type { CompanyDb } from "./client.ts";

/** A question that drizzle can put together before anybody asks it. */
type Preparable<R> = { prepare(name: string): { execute(): Promise<R> } };
/** What is told by that name when it is asked. */
export type ParamBuilder = (name: string) => Placeholder;
export type Build<R> = (db: CompanyDb, param: ParamBuilder) => Preparable<R>;
type Encoder = { mapToDriverValue(value: unknown): unknown };
type Template<R> = { params: unknown[]; execute(): Promise<R> };

const dialect = new PgDialect();
/** Where questions are put together and none is asked. */
const nowhere = new NodePgTransaction(
  dialect,
  new NodePgSession(undefined as unknown as pg.Client, dialect, undefined),
  undefined,
) as unknown as CompanyDb;

/**
 * A question that is put together once and asked with other values each time: where a message's way asks ten questions,
 * putting them together anew would be most of its work. A value that is written into a column is given as the column has
 * it, one in a comparison as the driver takes it.
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

/** One for each of the forms that a question takes, by its name. */
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
