import { and, asc, eq, gt, isNotNull, ne } from "drizzle-orm";
import { openSecretBox, type Secret, type SecretBox, type Secrets, schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import { type CompanyRuns, type Resealed, resealRows } from "../../ground/reseal-rows.ts";

const { channelAccounts } = schema;

/** Encrypts page tokens and pending sign-ins. */
export const openMetaBox = (secrets: Secret | Secrets): SecretBox => openSecretBox(secrets, "meta pages v1");

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

/** Encrypts the tokens of the company's pages with the first key of the box. */
export function resealTokens(company: CompanyRuns, box: SecretBox): Promise<Resealed> {
  const { companyId } = company;
  const ofCompany = eq(channelAccounts.companyId, companyId);
  return resealRows<{ connectionId: string; sealed: Buffer | null }>(company, box, {
    read: (db, after, limit) =>
      db
        .select({ connectionId: channelAccounts.connectionId, sealed: channelAccounts.sealed })
        .from(channelAccounts)
        .where(
          and(
            ofCompany,
            isNotNull(channelAccounts.sealed),
            after && gt(channelAccounts.connectionId, after.connectionId),
          ),
        )
        .orderBy(asc(channelAccounts.connectionId))
        .limit(limit),
    sealed: ({ sealed }) => sealed ?? Buffer.alloc(0),
    place: ({ connectionId }) => placeOf(companyId, connectionId),
    write: (db, { connectionId, sealed: former }, sealed) =>
      db
        .update(channelAccounts)
        .set({ sealed })
        .where(
          and(
            ofCompany,
            eq(channelAccounts.connectionId, connectionId),
            eq(channelAccounts.sealed, former ?? Buffer.alloc(0)),
          ),
        ),
  });
}
