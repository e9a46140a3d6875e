import { and, eq, type SQL } from "drizzle-orm";
import type { ErrorCode } from "../../contracts/errors.ts";
import { filledVariants, unknownPlaceholders } from "../../contracts/marketing/campaign-text.ts";
import type { CampaignVariable } from "../../contracts/marketing/campaigns.ts";
import { isAnyOf, schema } from "../../db/index.ts";
import type { DeskContext } from "../context.ts";
import { DomainError } from "../domain-error.ts";
import type { CampaignRow } from "./require-campaign.ts";

const { contactLists, tags, queues, connections } = schema;

export type CampaignTexts = Pick<CampaignRow, "messages" | "confirmation" | "confirmationMessages">;
type Audience = Pick<CampaignRow, "listId" | "tagId">;

/**
 * Refuses a campaign that cannot be sent: `fields` names what is missing, `variable` the placeholder that nothing
 * fills.
 */
export function requireSendable(
  campaign: CampaignTexts & Audience,
  connectionIds: readonly string[],
  variables: readonly CampaignVariable[],
): void {
  const variants = filledVariants(campaign);
  const missing = {
    messages: variants.length === 0,
    audience: !campaign.listId && !campaign.tagId,
    connections: connectionIds.length === 0,
    confirmationMessages: campaign.confirmation && !campaign.confirmationMessages.some((text) => text.trim()),
  };
  const fields = Object.entries(missing).flatMap(([field, isMissing]) => (isMissing ? [field] : []));
  if (fields.length > 0) throw new DomainError("ERR_CAMPAIGN_INCOMPLETE", { fields });
  for (const { message, confirmation } of variants)
    for (const text of [message, confirmation]) {
      const [variable] = unknownPlaceholders(text, variables);
      if (variable) throw new DomainError("ERR_CAMPAIGN_VARIABLE", { variable });
    }
}

type Parts = Audience & Pick<CampaignRow, "replyQueueId"> & { connectionIds: readonly string[] };

/** Refuses a list, tag, queue or connection that does not exist. Parts that the campaign already has are not checked. */
export async function requireParts(ctx: DeskContext, wanted: Parts, present?: Parts): Promise<void> {
  const newOnes = (key: "listId" | "tagId" | "replyQueueId") => {
    const id = wanted[key];
    return id && id !== present?.[key] ? [id] : [];
  };
  const newConnections = wanted.connectionIds.filter((id) => !present?.connectionIds.includes(id));
  await requireAll(ctx, contactLists, newOnes("listId"), "ERR_NO_CONTACT_LIST_FOUND");
  await requireAll(ctx, tags, newOnes("tagId"), "ERR_NO_TAG_FOUND");
  await requireAll(ctx, queues, newOnes("replyQueueId"), "ERR_NO_QUEUE_FOUND");
  await requireAll(ctx, connections, newConnections, "ERR_NO_WAPP_FOUND");
}

type Part = typeof contactLists | typeof tags | typeof queues | typeof connections;

async function requireAll(ctx: DeskContext, table: Part, ids: readonly string[], code: ErrorCode): Promise<void> {
  if (ids.length === 0) return;
  const where: SQL | undefined = and(eq(table.companyId, ctx.companyId), isAnyOf(table.id, ids));
  const found = await ctx.db.select({ id: table.id }).from(table).where(where);
  const known = new Set(found.map(({ id }) => id));
  const id = ids.find((one) => !known.has(one));
  if (id) throw new DomainError(code, { id });
}
