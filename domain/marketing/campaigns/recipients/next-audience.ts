import { type SQL, sql } from "drizzle-orm";
import type { CampaignStatus } from "../../../../contracts/marketing/campaigns.ts";
import { schema } from "../../../../db/index.ts";
import type { DeskContext } from "../../../ground/context.ts";
import type { CampaignConnection } from "../campaign-connections.ts";
import type { CampaignRow } from "../require-campaign.ts";
import { audienceOf } from "./audience.ts";

const { campaignRecipients, contactAddresses, contacts, optOuts } = schema;

/** The recipients whom the next step of a started campaign writes to: a restart goes on, a resend repeats what failed. */
const statesOf = (status: CampaignStatus) => (status === "cancelled" ? ["waiting", "confirmed"] : ["failed"]);

/**
 * Selects the people whom the next start, restart or resend of a campaign concerns, with the columns of `audienceOf` and
 * `variant` (null: by place).
 */
export function nextAudience(ctx: DeskContext, campaign: CampaignRow, connections: readonly CampaignConnection[]): SQL {
  const { id, listId, tagId, status, startedAt } = campaign;
  if (startedAt === null)
    return sql`select p.*, null::smallint as variant from (${audienceOf(ctx, { listId, tagId, connections })}) as p`;
  const company = sql`${ctx.companyId}::uuid`;
  const present = sql`${sql.param(connections.map((one) => one.id))}::uuid[]`;
  return sql`
    select r.position, r.name, r.number, r.email, r.kind, r.match_key, r.contact_id, r.reason, r.variant,
      case when r.connection_id = any(${present}) then r.connection_id end as connection_id,
      row_number() over (partition by r.reason is null order by r.position) - 1 as place, false as is_first_contact
    from (
      select a.position, a.name, a.number, a.email, a.kind, a.match_key, a.contact_id, a.variant, a.connection_id, case
        when (select not c.is_active from ${contacts} as c where c.company_id = ${company} and c.id = a.contact_id)
          then 'blocked'
        when exists (select 1 from ${optOuts} as o
            where o.company_id = ${company} and o.kind = a.kind and o.match_key = a.match_key)
          or (a.contact_id is not null and exists (select 1 from ${contactAddresses} as d
            join ${optOuts} as o on o.company_id = ${company} and o.kind = d.kind and o.match_key = d.match_key
            where d.company_id = ${company} and d.contact_id = a.contact_id)) then 'optedOut' end as reason
      from ${campaignRecipients} as a
      where a.company_id = ${company} and a.campaign_id = ${id}::uuid
        and a.state = any(${sql.param(statesOf(status))}::text[])
    ) as r`;
}
