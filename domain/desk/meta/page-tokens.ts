import { and, eq, isNotNull, ne } from "drizzle-orm";
import { openSecretBox, type SecretBox, schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";

const { channelAccounts } = schema;

/** Encrypts page tokens and pending sign-ins. */
export const openMetaBox = (secret: string | Uint8Array): SecretBox => openSecretBox(secret, "meta pages v1");

const placeOf = (companyId: string, connectionId: string) => `${companyId}/${connectionId}/page`;

export const sealToken = (box: SecretBox, companyId: string, connectionId: string, token: string): Buffer =>
  box.seal(Buffer.from(token), placeOf(companyId, connectionId));

const ofConnection = (ctx: DeskContext, connectionId: string) =>
  and(eq(channelAccounts.companyId, ctx.companyId), eq(channelAccounts.connectionId, connectionId));

export type LinkedAccount = { accountId: string; pageId: string; token: string };

/** Returns the page behind a connection with its token; null while it is not connected. */
export async function findLinkedAccount(
  ctx: DeskContext,
  box: SecretBox,
  connectionId: string,
): Promise<LinkedAccount | null> {
  const [row] = await ctx.db.select().from(channelAccounts).where(ofConnection(ctx, connectionId));
  if (!row?.sealed) return null;
  const { accountId, pageId, sealed } = row;
  return { accountId, pageId, token: box.open(sealed, placeOf(ctx.companyId, connectionId)).toString() };
}

/**
 * Deletes a connection's token; the page stays the company's. Returns whether another account of the page is still
 * connected: an Instagram account receives events through its page's subscription.
 */
export async function forgetToken(ctx: DeskContext, connectionId: string): Promise<{ isPageInUse: boolean }> {
  const [row] = await ctx.db
    .update(channelAccounts)
    .set({ sealed: null })
    .where(ofConnection(ctx, connectionId))
    .returning({ pageId: channelAccounts.pageId });
  if (!row) return { isPageInUse: false };
  const others = await ctx.db
    .select({ id: channelAccounts.connectionId })
    .from(channelAccounts)
    .where(
      and(
        eq(channelAccounts.companyId, ctx.companyId),
        eq(channelAccounts.pageId, row.pageId),
        ne(channelAccounts.connectionId, connectionId),
        isNotNull(channelAccounts.sealed),
      ),
    )
    .limit(1);
  return { isPageInUse: others.length > 0 };
}
