import { uuidv7 } from "uuidv7";
import { schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { connectionsOf, setConnections } from "./campaign-connections.ts";
import { type CampaignRow, requireCampaign } from "./require-campaign.ts";

const MAX_NAME = 50;

/** Creates an inactive campaign with the same fields and media file, without start time and recipients. */
export async function duplicateCampaign(ctx: Context, id: string): Promise<CampaignRow> {
  const {
    messages,
    confirmationMessages,
    confirmation,
    listId,
    tagId,
    replyQueueId,
    fileId,
    window,
    dailyLimit,
    name,
  } = await requireCampaign(ctx, id);
  const fields = { messages, confirmationMessages, confirmation, tagId, replyQueueId, fileId, window, dailyLimit };
  const { companyId, now } = ctx;
  const suffix = " (cópia)";
  const named = { name: `${cutTo(MAX_NAME - suffix.length, name)}${suffix}` };
  const [made] = await ctx.db
    .insert(schema.campaigns)
    .values({ ...fields, ...named, listId, companyId, id: uuidv7(), createdAt: now, updatedAt: now })
    .returning();
  if (!made) throw new Error("an insert answered no row");
  const connections = await connectionsOf(ctx, [id]);
  await setConnections(
    ctx,
    made.id,
    connections.map((connection) => connection.id),
  );
  return made;
}

/** Cuts without splitting a surrogate pair. */
function cutTo(most: number, text: string): string {
  const cut = text.slice(0, most);
  return (/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut).trimEnd();
}
