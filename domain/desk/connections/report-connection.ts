import { and, eq, isNotNull, isNull, lt, or } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { ConnectionStatus } from "../../../contracts/desk/connections.ts";
import { schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";

const { connections, connectionOutages } = schema;

export type ConnectionReport = {
  status: ConnectionStatus;
  qrcode?: string;
  /** The code to enter on the phone. */
  pairingCode?: string;
  number?: string;
  /** Why it stopped, an error code; null or missing: nothing is wrong. */
  reason?: string | null;
  retries?: number;
};

/** Stores a connection's status as its owner reports it. Each period of being down is recorded as an outage. */
export async function reportConnection(ctx: DeskContext, id: string, report: ConnectionReport): Promise<void> {
  const one = and(eq(connections.companyId, ctx.companyId), eq(connections.id, id));
  const [before] = await ctx.db.select().from(connections).where(one).for("no key update");
  if (!before) return;
  const after = {
    status: report.status,
    reason: report.reason ?? null,
    qrcode: report.qrcode ?? (report.status === "qrcode" ? before.qrcode : ""),
    pairingCode: report.pairingCode ?? (report.status === "qrcode" ? before.pairingCode : ""),
    number: report.number ?? before.number,
    retries: report.retries ?? before.retries,
    firstConnectedAt: before.firstConnectedAt ?? (report.status === "CONNECTED" ? ctx.now : null),
  };
  const isChanged = before.status !== after.status || before.reason !== after.reason;
  const isNews = Object.entries(after).some(([key, value]) => before[key as keyof typeof after] !== value);
  if (isNews)
    await ctx.db
      .update(connections)
      .set({ ...after, ...(isChanged && { stateSince: ctx.now }), updatedAt: ctx.now })
      .where(one);
  if (before.status === "CONNECTED" && after.status !== "CONNECTED") await beginOutage(ctx, id, after.reason);
  if (after.status === "CONNECTED") await endOutage(ctx, id);
}

/**
 * Until then the channel refuses messages to people who never wrote; null: the restriction has ended. Estimates only
 * extend it.
 */
export async function reportRestriction(
  ctx: DeskContext,
  id: string,
  { until, isGuess }: { until: Date | null; isGuess: boolean },
): Promise<void> {
  const known = connections.firstContactsAfter;
  await ctx.db
    .update(connections)
    .set({ firstContactsAfter: until, updatedAt: ctx.now })
    .where(
      and(
        eq(connections.companyId, ctx.companyId),
        eq(connections.id, id),
        isGuess && until
          ? or(isNull(known), lt(known, until))
          : or(isNotNull(known), until ? isNull(known) : undefined),
      ),
    );
}

async function beginOutage(ctx: DeskContext, connectionId: string, reason: string | null): Promise<void> {
  await ctx.db
    .insert(connectionOutages)
    .values({ companyId: ctx.companyId, id: uuidv7(), connectionId, reason, since: ctx.now });
}

async function endOutage(ctx: DeskContext, connectionId: string): Promise<void> {
  await ctx.db
    .update(connectionOutages)
    .set({ until: ctx.now })
    .where(
      and(
        eq(connectionOutages.companyId, ctx.companyId),
        eq(connectionOutages.connectionId, connectionId),
        isNull(connectionOutages.until),
      ),
    );
}
