import { uuidv7 } from "uuidv7";
import { schema } from "../../db/index.ts";
import type { Context, DeskContext } from "../context.ts";

export type TicketEventType = (typeof schema.ticketEvents.$inferInsert)["type"];

/** Writes a step of the ticket's life: by whom and on which device, when a person took it. */
export async function recordEvent(
  ctx: DeskContext & Partial<Pick<Context, "actor" | "device">>,
  ticketId: string,
  type: TicketEventType,
  details: Record<string, unknown> = {},
): Promise<void> {
  await ctx.db.insert(schema.ticketEvents).values({
    companyId: ctx.companyId,
    id: uuidv7(),
    ticketId,
    type,
    userId: ctx.actor?.id ?? null,
    device: ctx.device ?? "",
    details,
    at: ctx.now,
  });
}
