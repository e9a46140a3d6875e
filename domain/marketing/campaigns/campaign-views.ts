import { and, eq } from "drizzle-orm";
import type { CampaignWaitReason } from "../../../contracts/marketing/campaigns.ts";
import { isAnyOf, schema } from "../../../db/index.ts";
import { companyTimeZone } from "../../ground/company-time/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import { type CampaignConnection, connectionsOf } from "./campaign-connections.ts";
import { isEditable } from "./campaign-state.ts";
import { campaignWait, lastQuestions, type Wait } from "./campaign-wait.ts";
import { expectedEnd, type SentOn, sentByDay } from "./forecast/running-forecast.ts";
import { countsOf, type RecipientCounts, type RecipientGroup, recipientGroups } from "./recipients/recipient-counts.ts";
import type { CampaignRow } from "./require-campaign.ts";

const { contactLists, files } = schema;

export type CampaignView = CampaignRow & {
  connections: CampaignConnection[];
  /** The company's. */
  timeZone: string;
  isEditable: boolean;
  /** Null before its start. */
  counts: RecipientCounts | null;
  /** The forecast end of a running campaign. */
  expectedEndAt: Date | null;
  fileName: string | null;
} & Wait<CampaignWaitReason>;

/** The data of a report besides the campaign view. */
export type ViewParts = { groups: Map<string, RecipientGroup[]>; today: string; sentOn: SentOn };

/** Returns campaigns with connections, list names, counts and forecast, in a fixed number of statements. */
export async function campaignViews(ctx: DeskContext, rows: readonly CampaignRow[]): Promise<CampaignView[]> {
  return (await campaignsWithParts(ctx, rows)).views;
}

export async function campaignsWithParts(
  ctx: DeskContext,
  rows: readonly CampaignRow[],
): Promise<ViewParts & { views: CampaignView[] }> {
  const timeZone = await companyTimeZone(ctx);
  const started = rows.flatMap(({ id, startedAt }) => (startedAt ? [id] : []));
  const groups = await recipientGroups(ctx, started);
  const connections =
    rows.length === 0
      ? []
      : await connectionsOf(
          ctx,
          rows.map(({ id }) => id),
        );
  const { today, sentOn } = await sentByDay(ctx, [...new Set(connections.map(({ id }) => id))], timeZone);
  const listNames = await namesOf(
    ctx,
    contactLists,
    rows.flatMap(({ listId, listName }) => (listId && !listName ? [listId] : [])),
  );
  const fileNames = await namesOf(
    ctx,
    files,
    rows.flatMap(({ fileId }) => fileId ?? []),
  );
  const asking = rows.flatMap(({ id, status }) =>
    status === "running" && groups.get(id)?.some(({ state }) => state === "asked") ? [id] : [],
  );
  const questions = await lastQuestions(ctx, asking);
  const byCampaign = Map.groupBy(connections, ({ campaignId }) => campaignId);
  const views = rows.map((row): CampaignView => {
    const [own, counted] = [byCampaign.get(row.id) ?? [], groups.get(row.id) ?? []];
    const wait = campaignWait({ ...row, timeZone }, counted, own, {
      sentOn,
      lastAskedAt: questions.get(row.id) ?? null,
      now: ctx.now,
    });
    const end = expectedEnd(row, counted, own, sentOn, ctx.now);
    return {
      ...row,
      ...wait,
      listName: row.listName ?? listNames.get(row.listId ?? "") ?? null,
      connections: own,
      timeZone,
      isEditable: isEditable(row, ctx.now),
      counts: row.startedAt && countsOf(counted),
      expectedEndAt: wait.waitsFor === "answers" ? wait.waitsUntil : end,
      fileName: fileNames.get(row.fileId ?? "") ?? null,
    };
  });
  return { views, groups, today, sentOn };
}

async function namesOf(
  ctx: DeskContext,
  table: typeof contactLists | typeof files,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const found = await ctx.db
    .select({ id: table.id, name: table.name })
    .from(table)
    .where(and(eq(table.companyId, ctx.companyId), isAnyOf(table.id, ids)));
  return new Map(found.map(({ id, name }) => [id, name]));
}
