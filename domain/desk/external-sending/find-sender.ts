import { sql } from "drizzle-orm";
import type { DeskContext } from "../../ground/context.ts";
import { tokenHash } from "../connections/index.ts";

/** The connection of a token and its company. */
export type TokenOwner = { companyId: string; connectionId: string };

/** Returns the connection of a token; null: unknown. */
export async function findSender(
  platform: { execute: DeskContext["db"]["execute"] },
  token: string,
): Promise<TokenOwner | null> {
  if (!token) return null;
  const found = await platform.execute<{ company_id: string; connection_id: string }>(
    sql`select company_id, connection_id from connection_with_token_hash(${tokenHash(token)})`,
  );
  const [only] = found;
  return only ? { companyId: only.company_id, connectionId: only.connection_id } : null;
}
