import type pg from "pg";
import type { Database } from "../index.ts";

/** Returns the database, and the number of statements that its company transactions have run, without BEGIN and COMMIT. */
export function countStatements(database: Database): { database: Database; count(): number } {
  let statements = 0;
  return {
    count: () => statements,
    database: {
      ...database,
      company: (companyId, work, options) =>
        database.company(
          companyId,
          async (db) => {
            const { client } = db._.session as unknown as { client: pg.PoolClient };
            const { query } = client;
            client.query = ((...given: Parameters<typeof query>) => {
              statements += 1;
              return query.apply(client, given);
            }) as typeof query;
            return work(db).finally(() => {
              client.query = query;
            });
          },
          options,
        ),
    },
  };
}
