import { and, asc, count, eq, type SQL, sql } from "drizzle-orm";
import { can } from "../../../contracts/account/permissions.ts";
import { DomainError } from "../../../contracts/domain-error.ts";
import { searchWords } from "../../../contracts/search-text.ts";
import { isAnyOf, schema } from "../../../db/index.ts";
import { containing } from "../../ground/containing.ts";
import type { Context } from "../../ground/context.ts";
import { onlineUsers } from "./mark-online.ts";
import type { UserRow } from "./require-user.ts";

const { users, userQueues, queues, tickets } = schema;

const PAGE_SIZE = 20;
/** Pickers search, so they need no more. */
const PICKER_SIZE = 1_000;

export type UserQueue = { id: string; name: string; color: string };
export type UserView = Omit<UserRow, "passwordHash"> & { queues: UserQueue[]; isOnline: boolean };

/** Returns a page by name. E-mails are sign-in names: only admins see and search those of others. */
export async function pageOfUsers(
  ctx: Context,
  { search = "", page = 1 }: { search?: string; page?: number },
): Promise<{ users: UserView[]; hasMore: boolean }> {
  const rows = await found(ctx, search, PAGE_SIZE + 1, (page - 1) * PAGE_SIZE);
  return { users: await viewsOf(ctx, rows.slice(0, PAGE_SIZE)), hasMore: rows.length > PAGE_SIZE };
}

/** Returns users for a picker. */
export async function usersToPick(ctx: Context, search = ""): Promise<UserView[]> {
  return viewsOf(ctx, await found(ctx, search, PICKER_SIZE, 0));
}

export async function requireUser(ctx: Context, id: string): Promise<UserView> {
  const rows = await ctx.db
    .select()
    .from(users)
    .where(and(eq(users.companyId, ctx.companyId), eq(users.id, id)));
  const [view] = await viewsOf(ctx, rows);
  if (!view) throw new DomainError("ERR_NO_USER_FOUND", { id });
  return view;
}

/** Counts the open tickets that return to their queues when the user is deleted. */
export async function countOpenTickets(ctx: Context, userId: string): Promise<number> {
  const [row] = await ctx.db
    .select({ open: count() })
    .from(tickets)
    .where(and(eq(tickets.companyId, ctx.companyId), eq(tickets.userId, userId), eq(tickets.status, "open")));
  return row?.open ?? 0;
}

function found(ctx: Context, search: string, limit: number, offset: number): Promise<UserRow[]> {
  const words = searchWords(search);
  return ctx.db
    .select()
    .from(users)
    .where(and(eq(users.companyId, ctx.companyId), ...words.map((word) => matches(ctx, word))))
    .orderBy(asc(users.name), asc(users.id))
    .limit(limit)
    .offset(offset);
}

/** E-mails are shown to the company's admins, and to a super user who looks at another company. */
const seesEmails = ({ actor, companyId }: Context): boolean =>
  actor.companyId === companyId ? can.manageUsers(actor.profile) : actor.isSuper;

function matches(ctx: Context, word: string): SQL {
  const text = seesEmails(ctx)
    ? sql`searchable(${users.name} || ' ' || ${users.email})`
    : sql`searchable(${users.name})`;
  return sql`${text} like ${containing(word)}`;
}

async function viewsOf(ctx: Context, rows: readonly UserRow[]): Promise<UserView[]> {
  if (rows.length === 0) return [];
  const links = await ctx.db
    .select({ userId: userQueues.userId, id: queues.id, name: queues.name, color: queues.color })
    .from(userQueues)
    .innerJoin(queues, and(eq(queues.companyId, userQueues.companyId), eq(queues.id, userQueues.queueId)))
    .where(
      and(
        eq(userQueues.companyId, ctx.companyId),
        isAnyOf(
          userQueues.userId,
          rows.map(({ id }) => id),
        ),
      ),
    )
    .orderBy(asc(queues.position), asc(queues.name));
  const byUser = Map.groupBy(links, ({ userId }) => userId);
  const online = await onlineUsers(ctx);
  return rows.map(({ passwordHash: _, ...row }) => ({
    ...row,
    email: row.id === ctx.actor.id || seesEmails(ctx) ? row.email : "",
    queues: (byUser.get(row.id) ?? []).map(({ id, name, color }) => ({ id, name, color })),
    isOnline: online.has(row.id),
  }));
}
