import type { CampaignInput } from "../../../contracts/marketing/campaigns.ts";
import type { Context } from "../../ground/context.ts";
import { connectionsOf, setConnections } from "./campaign-connections.ts";
import { settingsOf } from "./campaign-settings.ts";
import { isEditable, wrongState } from "./campaign-state.ts";
import { requireParts, requireSendable } from "./check-campaign.ts";
import { noticeScheduled } from "./notice-scheduled.ts";
import { type CampaignRow, lockCampaign, writeCampaign } from "./require-campaign.ts";
import { refusePast, scheduledAtOf } from "./scheduled-at.ts";

type Present = CampaignRow & { connectionIds: readonly string[] };

/**
 * Changes a campaign that is inactive, cancelled, or scheduled with more than an hour left. Without a start time a
 * scheduled one becomes inactive; shortly before its start nothing else is changed. A campaign that has started keeps
 * its list and tag, because its recipients are chosen, and has no start time any more.
 */
export async function changeCampaign(ctx: Context, id: string, input: CampaignInput): Promise<CampaignRow> {
  const row = await lockCampaign(ctx, id);
  if (row.status === "scheduled" && input.scheduledAt === null && !isEditable(row, ctx.now))
    return writeCampaign(ctx, id, { status: "inactive", scheduledAt: null, needsReview: false });
  if (!isEditable(row, ctx.now)) throw wrongState(row.status, "inactive");
  const present = { ...row, connectionIds: (await connectionsOf(ctx, [id])).map((connection) => connection.id) };
  const hasStarted = row.startedAt !== null;
  const audience = hasStarted ? { listId: row.listId, tagId: row.tagId } : {};
  const wanted = { ...input, ...audience };
  await requireParts(ctx, wanted, present);
  const start = hasStarted ? {} : await startOf(ctx, wanted, present);
  const { connectionIds: next, scheduledAt: _, awaitsConfirmation: __, sentAt: ___, ...fields } = wanted;
  await setConnections(ctx, id, next);
  const changed = await writeCampaign(ctx, id, { ...fields, ...start });
  if (start.needsReview) await noticeScheduled(ctx, changed);
  return changed;
}

type Start = Partial<Pick<CampaignRow, "scheduledAt" | "status" | "reason" | "needsReview">>;

/** Returns the start time of a campaign that has not started, and the status that follows from it. */
async function startOf(ctx: Context, wanted: CampaignInput, present: Present): Promise<Start> {
  const scheduledAt = await scheduledAtOf(ctx, wanted.scheduledAt);
  const isSameTime = scheduledAt?.getTime() === present.scheduledAt?.getTime();
  // The form of a campaign that was cancelled because it was too late repeats its past time.
  if (present.status === "cancelled" && isSameTime) return {};
  if (!scheduledAt) return { scheduledAt, status: "inactive", reason: null, needsReview: false };
  refusePast(ctx, scheduledAt, wanted.sentAt);
  requireSendable(wanted, wanted.connectionIds, (await settingsOf(ctx)).variables);
  // The user confirmed the recipients, the connections and the time. A change of the texts keeps that confirmation.
  if (present.status === "scheduled" && isSameTime && isSameAudience(wanted, present)) return {};
  const isPlan = wanted.awaitsConfirmation;
  return { scheduledAt, status: isPlan ? "inactive" : "scheduled", reason: null, needsReview: !isPlan };
}

function isSameAudience(wanted: CampaignInput, present: Present): boolean {
  const connections = new Set(present.connectionIds);
  return (
    wanted.listId === present.listId &&
    wanted.tagId === present.tagId &&
    wanted.connectionIds.length === connections.size &&
    wanted.connectionIds.every((id) => connections.has(id))
  );
}
