import { sql } from "drizzle-orm";
import { CONFIRMATION_MS } from "../../../contracts/marketing/campaigns.ts";
import type { AskedCompanies } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";

/** One item of work, due at a moment of the database. Only `send` has a connection. */
export type CampaignWork = { companyId: string; campaignId: string; dueAt: Date } & (
  | { kind: "start" | "timeout" | "leave" | "finish" }
  | { kind: "send"; connectionId: string }
);

type Row = {
  kind: CampaignWork["kind"];
  company_id: string;
  campaign_id: string;
  connection_id: string | null;
  due_ms: number;
};

/** Lists the work of the campaigns of `companies` (null: of all) up to three seconds after `now`, earliest first. */
export async function campaignWork(
  platform: { execute: DeskContext["db"]["execute"] },
  now: Date,
  companies: AskedCompanies = null,
): Promise<CampaignWork[]> {
  const askedBefore = new Date(now.getTime() - CONFIRMATION_MS);
  const rows = await platform.execute<Row>(sql`
    select kind, company_id, campaign_id, connection_id, (extract(epoch from due_at) * 1000)::float8 as due_ms
    from campaign_work(${now.toISOString()}::timestamptz, ${askedBefore.toISOString()}::timestamptz, ${sql.param(companies)}::uuid[])
    order by due_at`);
  return rows.map(({ kind, company_id, campaign_id, connection_id, due_ms }) => ({
    ...(kind === "send" ? { kind, connectionId: connection_id ?? "" } : { kind }),
    companyId: company_id,
    campaignId: campaign_id,
    dueAt: new Date(Math.ceil(due_ms)),
  }));
}
