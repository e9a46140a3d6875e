import type { CampaignInput } from "../../sync/contracts/campaigns.ts";
import type { Context } from "../context.ts";
import { connectionsOf, setConnections } from "./campaign-connections.ts";
import { settingsOf } from "./campaign-settings.ts";
import { isEditable, wrongState } from "./campaign-state.ts";
import { requireParts, requireSendable } from "./check-campaign.ts";
import { type CampaignRow, lockCampaign, writeCampaign } from "./require-campaign.ts";
import { refuseTooLate, scheduledAtOf } from "./scheduled-at.ts";

/**
 * Changes a campaign that is inactive, cancelled, or scheduled with more than an hour left. Without a start time a
 * scheduled one becomes inactive; shortly before its start nothing else is changed. A campaign that has started keeps
 * its list and tag, because its recipients are chosen, and has no start time any more.
 */
export async function changeCampaign(ctx: Context, id: string, input: CampaignInput): Promise<CampaignRow> {
  const present = await lockCampaign(ctx, id);
  if (present.status === "scheduled" && input.scheduledAt === null && !isEditable(present, ctx.now))
    return writeCampaign(ctx, id, { status: "inactive", scheduledAt: null });
  if (!isEditable(present, ctx.now)) throw wrongState(present.status, "inactive");
  const connectionIds = (await connectionsOf(ctx, [id])).map((connection) => connection.id);
  const hasStarted = present.startedAt !== null;
  const audience = hasStarted ? { listId: present.listId, tagId: present.tagId } : {};
  const wanted = { ...input, ...audience };
  await requireParts(ctx, wanted, { ...present, connectionIds });
  const start = hasStarted ? {} : await startOf(ctx, wanted, present);
  const { connectionIds: next, scheduledAt: _, ...fields } = wanted;
  await setConnections(ctx, id, next);
  return writeCampaign(ctx, id, { ...fields, ...start });
}

/** Returns the start time of a campaign that has not started, and the status that follows from it. */
async function startOf(ctx: Context, wanted: CampaignInput, present: CampaignRow): Promise<Partial<CampaignRow>> {
  const scheduledAt = await scheduledAtOf(ctx, wanted.scheduledAt);
  // The form of a campaign that was cancelled because it was too late repeats its past time.
  const isRepeated = present.status === "cancelled" && scheduledAt?.getTime() === present.scheduledAt?.getTime();
  if (isRepeated) return {};
  if (!scheduledAt) return { scheduledAt, status: "inactive", reason: null };
  refuseTooLate(ctx, scheduledAt);
  requireSendable(wanted, wanted.connectionIds, (await settingsOf(ctx)).variables);
  return { scheduledAt, status: "scheduled", reason: null };
}
