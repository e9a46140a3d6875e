import { eq } from "drizzle-orm";
import { DomainError } from "../../../contracts/domain-error.ts";
import type { AiServerChange, AiServerState } from "../../../contracts/office/ai-text.ts";
import { schema } from "../../../db/index.ts";
import { requireAllowed, UntrustedFetchError } from "../../../outside/untrusted-fetch/index.ts";
import type { Context } from "../../ground/context.ts";
import { requirePermission } from "../../ground/require-permission.ts";
import { type Ai, findOwnServer, placeOf, policyOfCompanies, readAiServer } from "./ai-server.ts";

const { aiServers } = schema;

/**
 * Sets the company's own server. Admins only. Without `key` the stored key stays, but only for the same origin: a key
 * is never sent to a server that it was not entered for.
 */
export async function saveAiServer(ctx: Context, ai: Ai, { url, model, key }: AiServerChange): Promise<AiServerState> {
  requirePermission(ctx, "manageSettings", {});
  requireAddress(ai, url);
  const before = await findOwnServer(ctx);
  const isSameOrigin = before !== null && new URL(before.url).origin === new URL(url).origin;
  const { companyId, now: updatedAt } = ctx;
  const kept = isSameOrigin ? before.sealed : null;
  const sealed = key === undefined ? kept : key ? ai.box.seal(Buffer.from(key), placeOf(companyId)) : null;
  const server = { url, model, sealed, updatedAt };
  await ctx.db
    .insert(aiServers)
    .values({ companyId, ...server })
    .onConflictDoUpdate({ target: aiServers.companyId, set: server });
  return readAiServer(ctx, ai);
}

/** Deletes the company's own server with its key; the platform's is used from then on. Admins only. */
export async function deleteAiServer(ctx: Context, ai: Ai): Promise<AiServerState> {
  requirePermission(ctx, "manageSettings", {});
  await ctx.db.delete(aiServers).where(eq(aiServers.companyId, ctx.companyId));
  return readAiServer(ctx, ai);
}

function requireAddress({ config }: Ai, url: string): void {
  const address = new URL(url);
  // Credentials in an address would be stored in clear.
  if (address.username || address.password || address.search || address.hash)
    throw new DomainError("ERR_VALIDATION", { fields: { url: ["plain"] } });
  try {
    requireAllowed(address, policyOfCompanies(config));
  } catch (error) {
    if (!(error instanceof UntrustedFetchError)) throw error;
    throw new DomainError("ERR_VALIDATION", { fields: { url: ["private"] } });
  }
}
