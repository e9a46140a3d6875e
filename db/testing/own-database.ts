import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { inject } from "vitest";
import { applicationUrl, type Database, openDatabase } from "../index.ts";
import { copyTemplate, dropDatabase } from "./cluster-database.ts";
import { withSessionOptions } from "./nodes.ts";

export type OwnDatabase = {
  /** Database address of the application's role. */
  url: string;
  ownerUrl: string;
  database: Database;
  asOwner(statement: string): Promise<void>;
  drop(): Promise<void>;
};

/** Creates a separate, migrated database: a connector claims every connection marked `up`, also those of other tests. */
export async function openOwnDatabase(): Promise<OwnDatabase> {
  const name = `own_${randomUUID().slice(0, 8)}`;
  const ownerUrl = await copyTemplate(inject("ownerUrl"), name);
  const url = withSessionOptions(applicationUrl(ownerUrl));
  const database = openDatabase(url, { max: 12, name: "tests, own" });
  return {
    url,
    ownerUrl,
    database,
    async asOwner(statement) {
      const owner = postgres(ownerUrl, { max: 1, onnotice: () => {} });
      await owner.unsafe(statement);
      await owner.end();
    },
    async drop() {
      await database.close();
      await dropDatabase(inject("ownerUrl"), name);
    },
  };
}
