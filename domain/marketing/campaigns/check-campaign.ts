import { DomainError } from "../../../contracts/domain-error.ts";
import { filledVariants, unknownPlaceholders } from "../../../contracts/marketing/campaign-text.ts";
import type { CampaignVariable } from "../../../contracts/marketing/campaigns.ts";
import { schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import { requireRows } from "../../ground/require-rows.ts";
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
  await requireRows(ctx, contactLists, newOnes("listId"), "ERR_NO_CONTACT_LIST_FOUND");
  await requireRows(ctx, tags, newOnes("tagId"), "ERR_NO_TAG_FOUND");
  await requireRows(ctx, queues, newOnes("replyQueueId"), "ERR_NO_QUEUE_FOUND");
  await requireRows(ctx, connections, newConnections, "ERR_NO_WAPP_FOUND");
}
