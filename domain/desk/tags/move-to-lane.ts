import { tagsInLane } from "../../../contracts/desk/tags.ts";
import { DomainError } from "../../../contracts/domain-error.ts";
import type { Context } from "../../ground/context.ts";
import { kanbanIds, requireTag } from "./list-tags.ts";
import { requireTaggable, setTags, tagIdsOf } from "./tag-ticket.ts";

/**
 * Moves a ticket to a lane of the kanban board: replaces its kanban tag, or removes it for null. Its other tags stay.
 * Requires the right to answer the ticket.
 */
export async function moveToLane(ctx: Context, ticketId: string, laneId: string | null): Promise<void> {
  await requireTaggable(ctx, ticketId);
  if (laneId !== null) {
    const { isKanban } = await requireTag(ctx, laneId);
    if (!isKanban) throw new DomainError("ERR_TAG_NOT_KANBAN", { id: laneId });
  }
  const [present, lanes] = [await tagIdsOf(ctx, ticketId), await kanbanIds(ctx)];
  await setTags(
    ctx,
    ticketId,
    present,
    tagsInLane(present, laneId, (id) => lanes.has(id)),
  );
}
