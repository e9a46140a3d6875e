import { createHash, randomBytes } from "node:crypto";
import { and, eq, ne } from "drizzle-orm";
import { can } from "../../../contracts/account/permissions.ts";
import { DomainError } from "../../../contracts/domain-error.ts";
import { releaseKeysOfRow, replaceKey, schema } from "../../../db/index.ts";
import type { Context, DeskContext } from "../../ground/context.ts";
import { requireOwnConnection } from "./load-connections.ts";

const { connections, externalCalls } = schema;

const TOKEN_BYTES = 24;

export const newToken = (): string => randomBytes(TOKEN_BYTES).toString("base64url");

/** The stored form of a token: it is random, so one round of SHA-256 is enough. */
export const tokenHash = (token: string): string => createHash("sha256").update(token.toWellFormed()).digest("hex");

/** Creates a token of 192 bits and revokes the previous one. Only this answer shows it. */
export async function makeToken(ctx: Context, id: string): Promise<string> {
  await requireOwnConnection(ctx, id);
  const token = newToken();
  if (!(await storeHash(ctx, id, tokenHash(token)))) throw new Error("a random token is taken");
  return token;
}

/** Revokes the connection's token: integrators can no longer send with it. */
export async function revokeToken(ctx: Context, id: string): Promise<void> {
  await requireOwnConnection(ctx, id);
  const { db, companyId } = ctx;
  await saveHash(ctx, id, null);
  await releaseKeysOfRow(db, { companyId, rowId: id }, "token");
}

/**
 * Stores a token that an integrator chose. One that another connection of the company has is refused. One of another
 * company is not reported, so that nobody can search for tokens: the connection gets a random token instead.
 */
export async function setTypedToken(ctx: Context, id: string, token: string): Promise<void> {
  const hash = tokenHash(token);
  const [own] = await ctx.db
    .select({ id: connections.id })
    .from(connections)
    .where(and(eq(connections.companyId, ctx.companyId), eq(connections.tokenHash, hash), ne(connections.id, id)));
  if (own) throw new DomainError("ERR_VALIDATION", { fields: { token: "taken" } });
  if (!(await storeHash(ctx, id, hash))) await storeHash(ctx, id, tokenHash(newToken()));
}

/** Returns when the current token was last used; null: never. Admins only. */
export async function tokenLastUsedAt(ctx: Context, id: string): Promise<Date | null> {
  if (!can.manageConnections(ctx.actor.profile)) return null;
  const [calls] = await ctx.db
    .select({ at: externalCalls.lastUsedAt })
    .from(externalCalls)
    .where(and(eq(externalCalls.companyId, ctx.companyId), eq(externalCalls.connectionId, id)));
  return calls?.at ?? null;
}

/** Returns false, and changes nothing, when a connection of any company has the token. */
async function storeHash(ctx: DeskContext, id: string, hash: string): Promise<boolean> {
  const { db, companyId } = ctx;
  // When a connection gets two new tokens at once, the later one releases the earlier one's key.
  await db
    .select({ id: connections.id })
    .from(connections)
    .where(and(eq(connections.companyId, companyId), eq(connections.id, id)))
    .for("no key update");
  if (!(await replaceKey(db, { companyId, kind: "token", key: hash, rowId: id }))) return false;
  await saveHash(ctx, id, hash);
  return true;
}

async function saveHash(ctx: DeskContext, id: string, hash: string | null): Promise<void> {
  const { companyId } = ctx;
  await ctx.db
    .update(connections)
    .set({ tokenHash: hash, updatedAt: ctx.now })
    .where(and(eq(connections.companyId, companyId), eq(connections.id, id)));
  await ctx.db
    .update(externalCalls)
    .set({ lastUsedAt: null })
    .where(and(eq(externalCalls.companyId, companyId), eq(externalCalls.connectionId, id)));
}
