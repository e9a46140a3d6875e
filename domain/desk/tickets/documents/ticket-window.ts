import { and, eq, type SQL, sql } from "drizzle-orm";
import type { TicketScope } from "../../../../contracts/desk/tickets.ts";
import { type Checkpoint, syncWindow } from "../../../../contracts/sync.ts";
import { isAnyOf, schema } from "../../../../db/index.ts";
import type { Actor, Context, DeskContext } from "../../../ground/context.ts";
import { canSeeTicket, visibleTickets } from "../policy.ts";

const { tickets } = schema;
const DAY_MS = 86_400_000;

/** Where a page of a boot ended: the instant in Postgres' precision, and the id. */
export type WindowPosition = NonNullable<Checkpoint["before"]>;
export type WindowRow = { id: string; at: string };

const isOpen = sql`${tickets.status} <> 'closed'`;

function isRecent(now: Date): SQL {
  const since = new Date(now.getTime() - syncWindow.closedDays * DAY_MS).toISOString();
  return sql`coalesce(${tickets.closedAt}, ${tickets.updatedAt}) > ${since}::timestamptz`;
}

/** The capped window of a boot: id, contact and position of each ticket. */
function windowRows(ctx: Context): SQL {
  const newest = (condition: SQL, limit: number) => sql`(select ${tickets.id}, ${tickets.contactId},
    ${tickets.lastMessageAt} from ${tickets}
    where ${tickets.companyId} = ${ctx.companyId} and ${condition} and ${visibleTickets(ctx.actor)}
    order by ${tickets.lastMessageAt} desc, ${tickets.id} limit ${limit})`;
  const closed = sql`${tickets.status} = 'closed' and ${isRecent(ctx.now)}`;
  return sql`(${newest(isOpen, syncWindow.openTickets)} union all ${newest(closed, syncWindow.closedTickets)})`;
}

/**
 * Returns the tickets that the first screen lists, which may be far from the newest of the window: open conversations,
 * half of them the actor's own and half the newest of all.
 */
export async function firstListedTickets(ctx: Context, limit: number): Promise<{ id: string }[]> {
  const newest = (condition: SQL) => sql`(select ${tickets.id} from ${tickets}
    where ${tickets.companyId} = ${ctx.companyId} and ${tickets.status} = 'open' and not ${tickets.isGroup}
      and ${condition} and ${visibleTickets(ctx.actor)}
    order by ${tickets.lastMessageAt} desc, ${tickets.id} limit ${Math.ceil(limit / 2)})`;
  const own = sql`${tickets.userId} = ${ctx.actor.id}`;
  return ctx.db.execute<{ id: string }>(sql`${newest(own)} union ${newest(sql`true`)}`);
}

/** Returns the next tickets of the window, newest first. */
export async function windowTickets(
  ctx: Context,
  before: WindowPosition | undefined,
  limit: number,
): Promise<WindowRow[]> {
  const [at, id] = [sql`last_message_at`, sql`id`];
  const after = before
    ? sql`(${at} < ${before[0]}::timestamptz or (${at} = ${before[0]}::timestamptz and ${id} > ${before[1]}::uuid))`
    : sql`true`;
  return ctx.db.execute<WindowRow>(sql`
    select id, last_message_at::text as at from ${windowRows(ctx)} as kept
    where ${after} order by last_message_at desc, id limit ${limit}`);
}

/**
 * Returns the next contacts of the window's tickets, ordered by id: ids do not change, so a contact that moves up
 * during the boot is not skipped, and the log has no change for it.
 */
export async function windowContacts(
  ctx: Context,
  before: WindowPosition | undefined,
  limit: number,
): Promise<WindowRow[]> {
  return ctx.db.execute<WindowRow>(sql`
    select distinct contact_id as id, '' as at from ${windowRows(ctx)} as kept
    where ${before ? sql`contact_id < ${before[1]}::uuid` : sql`true`} order by contact_id desc limit ${limit}`);
}

/** A kind of ticket that a contact has. `isKept`: devices of those who may see it keep it. */
export type ContactTicket = TicketScope & { isKept: boolean };

/** Returns the kinds of tickets that each of these contacts has, regardless of who may see them. */
export async function ticketKindsOf(
  { db, companyId, now }: DeskContext,
  contactIds: readonly string[],
): Promise<Map<string, ContactTicket[]>> {
  if (contactIds.length === 0) return new Map();
  const rows = await db
    .selectDistinct({
      contactId: tickets.contactId,
      status: tickets.status,
      queueId: tickets.queueId,
      userId: tickets.userId,
      isKept: sql<boolean>`${isOpen} or ${isRecent(now)}`,
    })
    .from(tickets)
    .where(and(eq(tickets.companyId, companyId), isAnyOf(tickets.contactId, contactIds)));
  return Map.groupBy(rows, (row) => row.contactId);
}

/**
 * Returns whether the actor's device keeps a contact with these kinds of tickets: one that it keeps and the actor may
 * see. The caps of the window apply to boots only.
 */
export function keepsContactOf(actor: Actor, kinds: readonly ContactTicket[]): boolean {
  const isKnown = kinds.some((kind) => canSeeTicket(actor, kind));
  return kinds.some((kind) => kind.isKept && canSeeTicket(actor, kind, isKnown));
}
