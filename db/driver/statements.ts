import type pg from "pg";

type Rows = readonly (object | undefined)[];
type Value = string | number | boolean | null | readonly string[];

/** Executes statements on one connection, of either driver. */
export type Statements = {
  <T extends Rows>(template: TemplateStringsArray, ...values: readonly Value[]): Promise<T>;
  unsafe(text: string): Promise<unknown>;
};

/** Returns the statements of a client of `pg`. */
export function statementsOf(client: pg.Client): Statements {
  const rowsOf = async <T extends Rows>(text: string, values?: readonly Value[]): Promise<T> => {
    const { rows } = await client.query(text, values && [...values]);
    return rows as unknown as T;
  };
  const tagged = <T extends Rows>(template: TemplateStringsArray, ...values: readonly Value[]) =>
    rowsOf<T>(
      template.reduce((text, part, at) => `${text}$${at}${part}`),
      values,
    );
  return Object.assign(tagged, { unsafe: (text: string) => rowsOf(text) });
}
