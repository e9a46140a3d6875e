import { sql } from "drizzle-orm";
import { instantOf, localMinute } from "../../../contracts/local-time.ts";
import { companyTimeZone } from "../../ground/company-time/index.ts";
import type { Context } from "../../ground/context.ts";
import { requirePermission } from "../../ground/require-permission.ts";

export type ConnectionTraffic = {
  connectionId: string;
  /** Messages of contacts since midnight in the company's time zone. */
  storedToday: number;
  /** Stored in the inbox, not yet in a ticket. */
  waitingIn: number;
  /** Outgoing messages that are not sent yet. */
  waitingOut: number;
  /** Since when it is down; null while it is up or was never connected. */
  downSince: Date | null;
};

/** Returns each connection's messages of today, its waiting messages, and since when it is down. Admins only. */
export async function connectionTraffic(ctx: Context): Promise<ConnectionTraffic[]> {
  requirePermission(ctx, "manageConnections");
  const timeZone = await companyTimeZone(ctx);
  const midnight = instantOf(`${localMinute(ctx.now, timeZone).slice(0, 10)}T00:00`, timeZone).toISOString();
  // Materialized: Postgres would otherwise count all of today's messages once for each connection.
  const rows = await ctx.db.execute<{
    connection_id: string;
    stored_today: number;
    waiting_in: number;
    waiting_out: number;
    down_since: number | null;
  }>(sql`
    with today as materialized (
      select m.connection_id, count(*)::int as stored
      from tickets t
      join messages m on m.company_id = ${ctx.companyId}::uuid and m.ticket_id = t.id
        and m.created_at >= ${midnight}::timestamptz and not m.from_me
      where t.company_id = ${ctx.companyId}::uuid and t.last_customer_message_at >= ${midnight}::timestamptz
      group by m.connection_id
    )
    select c.id as connection_id, coalesce((select stored from today where today.connection_id = c.id), 0) as stored_today,
      (select count(*)::int from inbox i
        where i.company_id = ${ctx.companyId}::uuid and i.connection_id = c.id and i.done_at is null) as waiting_in,
      (select count(*)::int from messages m
        where m.company_id = ${ctx.companyId}::uuid and m.connection_id = c.id and m.send_after is not null) as waiting_out,
      (select extract(epoch from max(o.since))::float8 * 1000 from connection_outages o
        where o.company_id = ${ctx.companyId}::uuid and o.connection_id = c.id and o.until is null) as down_since
    from connections c
    where c.company_id = ${ctx.companyId}::uuid
    order by c.name, c.id`);
  return rows.map((row) => ({
    connectionId: row.connection_id,
    storedToday: row.stored_today,
    waitingIn: row.waiting_in,
    waitingOut: row.waiting_out,
    downSince: row.down_since === null ? null : new Date(row.down_since),
  }));
}
