import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { inject } from "vitest";
import { type Database, migrate, openDatabase } from "../index.ts";

export type OwnDatabase = {
  url: string;
  database: Database;
  asOwner(statement: string): Promise<void>;
  drop(): Promise<void>;
};

/** A database of its own: a connector takes every connection that it finds wanted, those of other tests too. */
export async function openOwnDatabase(): Promise<OwnDatabase> {
  const name = `own_${randomUUID().slice(0, 8)}`;
  const shared = inject("databaseUrl");
  const admin = postgres(shared, { max: 1, onnotice: () => {} });
  await admin.unsafe(`create database ${name}`);
  const url = new URL(shared);
  url.pathname = `/${name}`;
  await migrate(url.href);
  const database = openDatabase(url.href, { max: 12, name: "tests, own" });
  return {
    url: url.href,
    database,
    async asOwner(statement) {
      const owner = postgres(url.href, { max: 1, onnotice: () => {} });
      await owner.unsafe(statement);
      await owner.end();
    },
    async drop() {
      await database.close();
      await admin.unsafe(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
}
