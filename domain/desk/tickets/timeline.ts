import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { TicketEventType } from "../../../contracts/desk/ticket-events.ts";
import { prepareOnceFor, schema } from "../../../db/index.ts";
import type { Context, DeskContext } from "../../ground/context.ts";
import { requireTicket } from "./require-ticket.ts";

const { ticketEvents, users, queues } = schema;

/** Stores an event of the ticket, with user and device if a person caused it. */
export async function recordEvent(
  ctx: DeskContext & Partial<Pick<Context, "actor" | "device">>,
  ticketId: string,
  type: TicketEventType,
  details: Record<string, unknown> = {},
): Promise<void> {
  await insertEvent(type)(ctx.db, {
    companyId: ctx.companyId,
    id: uuidv7(),
    ticketId,
    userId: ctx.actor?.id ?? null,
    device: ctx.device ?? "",
    details,
    at: ctx.now,
  });
}

/** Events that end a wait or a service. */
const isTimed = (type: TicketEventType) => type === "accepted" || type === "closed";

const insertEvent = prepareOnceFor((type: TicketEventType) => (db, param) => {
  const columns = ["companyId", "id", "ticketId", "userId", "device", "details", "at"] as const;
  const given = Object.fromEntries(columns.map((name) => [name, param(name)])) as unknown as EventColumns;
  const { companyId, ticketId, id, at } = given;
  const seconds = sql`event_seconds(${companyId}::uuid, ${ticketId}::uuid, ${id}::uuid, ${type}, ${at}::timestamptz)`;
  return db.insert(schema.ticketEvents).values({ ...given, type, ...(isTimed(type) && { seconds }) });
});

type EventColumns = Pick<
  typeof schema.ticketEvents.$inferInsert,
  "companyId" | "id" | "ticketId" | "userId" | "device" | "details" | "at"
>;

type Named = { id: string; name: string };
/** `from` and `to` of a transfer. A deleted queue or user has no name. */
type Side = { queue: Named | null; user: Named | null };
export type TimelineEntry = {
  id: string;
  type: TicketEventType;
  user: Named | null;
  device: string;
  at: string;
  from: Side | null;
  to: Side | null;
  /** The contact's rating, from 1 to 3. */
  rating: number | null;
  /** For a changed phone number of the contact. */
  numbers: { from: string; to: string } | null;
  /** The campaign that the contact replied to, with its name at that time. */
  campaign: Named | null;
};

/** Lists the events of a ticket, oldest first. */
export async function listTimeline(ctx: Context, ticketId: string): Promise<TimelineEntry[]> {
  await requireTicket(ctx, ticketId);
  const events = await ctx.db
    .select()
    .from(ticketEvents)
    .where(and(eq(ticketEvents.companyId, ctx.companyId), eq(ticketEvents.ticketId, ticketId)))
    .orderBy(asc(ticketEvents.at), asc(ticketEvents.id));
  const sides = events.flatMap(({ details }) => [sideOf(details.from), sideOf(details.to)]);
  const userNames = await namesOf(ctx, users, [
    ...events.map(({ userId }) => userId),
    ...sides.map((side) => side?.userId),
  ]);
  const queueNames = await namesOf(
    ctx,
    queues,
    sides.map((side) => side?.queueId),
  );
  const named = (names: Map<string, string>, id: string | null | undefined) =>
    id ? { id, name: names.get(id) ?? "" } : null;
  const shown = (value: unknown): Side | null => {
    const side = sideOf(value);
    return side && { queue: named(queueNames, side.queueId), user: named(userNames, side.userId) };
  };
  return events.map(({ id, type, userId, device, at, details }) => ({
    id,
    type,
    user: named(userNames, userId),
    device,
    at: at.toISOString(),
    from: shown(details.from),
    to: shown(details.to),
    rating: typeof details.rating === "number" ? details.rating : null,
    numbers: type === "numberChanged" ? numbersIn(details.numbers) : null,
    campaign: type === "campaignReply" ? { id: String(details.campaignId), name: String(details.campaignName) } : null,
  }));
}

function numbersIn(value: unknown): TimelineEntry["numbers"] {
  const { from, to } = (value ?? {}) as Record<string, unknown>;
  return { from: String(from ?? ""), to: String(to ?? "") };
}

function sideOf(value: unknown): { queueId: string | null; userId: string | null } | null {
  if (typeof value !== "object" || value === null) return null;
  const { queueId, userId } = value as Record<string, unknown>;
  const text = (id: unknown) => (typeof id === "string" ? id : null);
  return { queueId: text(queueId), userId: text(userId) };
}

async function namesOf(
  ctx: Context,
  table: typeof users | typeof queues,
  ids: readonly (string | null | undefined)[],
): Promise<Map<string, string>> {
  const wanted = [...new Set(ids.filter((id) => id !== null && id !== undefined))];
  if (wanted.length === 0) return new Map();
  const rows = await ctx.db
    .select({ id: table.id, name: table.name })
    .from(table)
    .where(and(eq(table.companyId, ctx.companyId), inArray(table.id, wanted)));
  return new Map(rows.map(({ id, name }) => [id, name]));
}
