import { and, desc, eq, gt, isNull, lte, or, sql } from "drizzle-orm";
import { schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";

const { connectionOutages } = schema;

/** A message that arrives later than this was waiting somewhere. */
const DELAYED_MS = 10_000;
/** A lost connection may stay unnoticed for this time: messages written in it count as waiting. */
const UNNOTICED_MS = 60_000;
/** The channel's times are whole seconds, and its clock differs from ours. */
const CLOCK_TOLERANCE_MS = 5_000;

/**
 * Counts a contact's message that arrived after an outage with that outage: one that the channel reports as having
 * waited, and on channels without such reports, one written during it. `at`: the channel's time of the message.
 */
export async function countAfterOutage(
  ctx: DeskContext,
  { connectionId, at, hasWaited }: { connectionId: string; at: Date; hasWaited?: boolean },
): Promise<void> {
  if (!hasWaited && ctx.now.getTime() - at.getTime() < DELAYED_MS) return;
  const after = (ms: number) => new Date(at.getTime() + ms);
  const [begunBy, endedAfter] = hasWaited ? [after(UNNOTICED_MS), after(-CLOCK_TOLERANCE_MS)] : [at, at];
  const last = ctx.db
    .select({ id: connectionOutages.id })
    .from(connectionOutages)
    .where(
      and(
        eq(connectionOutages.companyId, ctx.companyId),
        eq(connectionOutages.connectionId, connectionId),
        lte(connectionOutages.since, begunBy),
        or(isNull(connectionOutages.until), gt(connectionOutages.until, endedAfter)),
      ),
    )
    .orderBy(desc(connectionOutages.since), desc(connectionOutages.id))
    .limit(1);
  await ctx.db
    .update(connectionOutages)
    .set({ messagesAfter: sql`${connectionOutages.messagesAfter} + 1` })
    .where(and(eq(connectionOutages.companyId, ctx.companyId), eq(connectionOutages.id, last)));
}
