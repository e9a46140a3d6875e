import { randomUUID } from "node:crypto";
import { hash } from "@node-rs/argon2";
import { claimKey, type Database, schema } from "../../../db/index.ts";
import { password } from "./load.ts";

export type SeededCompany = { companyId: string; connectionIds: string[]; email: string; owner: string };

/**
 * Creates an empty company with an admin and that many connections; the bench holds their leases, unless `isWanted`
 * leaves them to a connector.
 */
export async function seedCompany(database: Database, connections: number, isWanted = false): Promise<SeededCompany> {
  const companyId = randomUUID();
  const connectionIds = Array.from({ length: connections }, () => randomUUID());
  const [owner, email] = [`bench ${companyId}`, `${companyId}@loja.example`];
  const dueDate = new Date(Date.now() + 30 * 86_400_000);
  const passwordHash = await hash(password);
  const lease = isWanted ? { desired: "up" as const } : { desired: "down" as const, owner, epoch: 1 };
  await database.company(companyId, async (db) => {
    await db.insert(schema.companies).values({ id: companyId, name: companyId, dueDate });
    await claimKey(db, { companyId, kind: "company", key: companyId, rowId: companyId });
    const userId = randomUUID();
    await claimKey(db, { companyId, kind: "email", key: email, rowId: userId });
    await db
      .insert(schema.users)
      .values({ companyId, id: userId, name: "Marina", email, passwordHash, profile: "admin" });
    for (const [at, id] of connectionIds.entries()) {
      await db.insert(schema.connections).values({ companyId, id, name: `Loja ${at}`, isDefault: at === 0 });
      await db.insert(schema.connectionLeases).values({ companyId, connectionId: id, ...lease });
    }
  });
  return { companyId, connectionIds, email, owner };
}
