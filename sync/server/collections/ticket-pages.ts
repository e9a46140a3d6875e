import { firstListedTickets, type WindowPosition, windowTickets } from "../../../domain/desk/tickets/index.ts";
import type { Context } from "../../../domain/ground/context.ts";
import { endOf } from "./source.ts";

/** The position before every ticket of the window. */
const WINDOW_BEGIN: WindowPosition = ["infinity", "00000000-0000-0000-0000-000000000000"];

/**
 * Returns the next page of a boot of tickets, or of their threads. When the window has several pages, the first one has
 * the tickets that the first screen lists; they come again at their place in the window.
 */
export async function ticketPage(
  ctx: Context,
  before: WindowPosition | undefined,
  limit: number,
): Promise<{ ids: string[]; end: WindowPosition | undefined }> {
  const page = await windowTickets(ctx, before, limit);
  const end = endOf(page, limit);
  const listed = end && !before ? await firstListedTickets(ctx, limit) : [];
  if (listed.length > 0) return { ids: idsOf(listed), end: WINDOW_BEGIN };
  return { ids: idsOf(page), end };
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
