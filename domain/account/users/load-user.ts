import { and, asc, eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Profile } from "../../../contracts/account/permissions.ts";
import type { SettingKey } from "../../../contracts/account/settings.ts";
import { type CompanyDb, prepareOnce, schema } from "../../../db/index.ts";
import type { Actor, DeskContext } from "../../ground/context.ts";
import { type CompanyRow, standingColumn } from "../companies/index.ts";
import { publicSettings, type Setting } from "../settings/index.ts";

const { users, userQueues, queues, companies, settings } = schema;

async function queuesOf(db: CompanyDb, companyId: string, userId: string) {
  return db
    .select({ id: queues.id, name: queues.name, color: queues.color })
    .from(userQueues)
    .innerJoin(queues, and(eq(queues.companyId, userQueues.companyId), eq(queues.id, userQueues.queueId)))
    .where(and(eq(userQueues.companyId, companyId), eq(userQueues.userId, userId)))
    .orderBy(asc(queues.position), asc(queues.name));
}

/** Returns the actor for policies; null when the user does not exist. `userId` may be a subquery with one result. */
export async function loadActor(db: CompanyDb, companyId: string, userId: string | SQLWrapper): Promise<Actor | null> {
  const [user] = await selectActors(db, companyId, eq(users.id, userId));
  return user ? { companyId, ...user } : null;
}

/** Returns the actors of those of these users that exist. */
export async function loadActors(db: CompanyDb, companyId: string, userIds: readonly string[]): Promise<Actor[]> {
  const found = await actorsByIds(db, { companyId, userIds });
  return found.map((user) => ({ companyId, ...user }));
}

const actorsByIds = prepareOnce((db, param) =>
  selectActors(db, param("companyId"), sql`${users.id} = any(${param("userIds")}::uuid[])`),
);

function selectActors(db: CompanyDb, companyId: string | SQLWrapper, condition: SQL) {
  const own = sql<string[]>`array(select ${userQueues.queueId}::text from ${userQueues}
    where ${and(eq(userQueues.companyId, companyId), eq(userQueues.userId, users.id))})`;
  const answersOthers = sql<boolean>`exists (select 1 from ${settings} where ${settings.companyId} = ${companyId}
    and ${settings.key} = ${"onlyAssigneeAnswers" satisfies SettingKey} and ${settings.value} = 'disabled')`;
  return db
    .select({
      answersOthers,
      id: users.id,
      name: users.name,
      profile: users.profile,
      isSuper: users.isSuper,
      queueIds: own,
      allTicket: users.allTicket,
      allHistoric: users.allHistoric,
      allUserChat: users.allUserChat,
    })
    .from(users)
    .where(and(eq(users.companyId, companyId), condition));
}

/** The signed-in user with company and settings, never a hash or a token. */
export type SignedInUser = Pick<
  typeof users.$inferSelect,
  "companyId" | "id" | "name" | "email" | "profile" | "isSuper" | "connectionId"
> &
  Pick<Actor, "allTicket" | "allUserChat" | "allHistoric"> & {
    queues: { id: string; name: string; color: string }[];
    company: Pick<CompanyRow, "id" | "name" | "email" | "dueDate" | "trialEndsAt"> & {
      isRestricted: boolean;
      settings: Setting[];
    };
  };

/** Returns null when the user does not exist. */
export async function findSignedInUser(
  db: CompanyDb,
  companyId: string,
  userId: string,
  now = new Date(),
): Promise<SignedInUser | null> {
  const [row] = await db
    .select({ user: users, company: companies, standing: standingColumn(now) })
    .from(users)
    .innerJoin(companies, eq(companies.id, users.companyId))
    .where(and(eq(users.companyId, companyId), eq(users.id, userId)));
  if (!row) return null;
  const { id, name, email, profile, isSuper, connectionId, allTicket, allUserChat, allHistoric } = row.user;
  return {
    ...{ companyId, id, name, email, profile, isSuper, connectionId, allTicket, allUserChat, allHistoric },
    queues: await queuesOf(db, companyId, userId),
    company: {
      id: row.company.id,
      name: row.company.name,
      email: row.company.email,
      dueDate: row.company.dueDate,
      trialEndsAt: row.company.trialEndsAt,
      isRestricted: row.standing !== "works",
      settings: await publicSettings({ db, companyId }),
    },
  };
}

export type UserListItem = { id: string; name: string; profile: Profile; queueIds: string[] };

/** Returns what every colleague may know about every user. */
export async function listUsers(ctx: Pick<DeskContext, "db" | "companyId">): Promise<UserListItem[]> {
  const rows = await ctx.db
    .select({ id: users.id, name: users.name, profile: users.profile })
    .from(users)
    .where(eq(users.companyId, ctx.companyId))
    .orderBy(asc(users.name));
  const links = await ctx.db
    .select({ userId: userQueues.userId, queueId: userQueues.queueId })
    .from(userQueues)
    .where(eq(userQueues.companyId, ctx.companyId));
  const byUser = Map.groupBy(links, (link) => link.userId);
  return rows.map((row) => ({ ...row, queueIds: (byUser.get(row.id) ?? []).map((link) => link.queueId) }));
}

/** Returns an account as its owner recognizes it, who has proven the address; null: it does not exist. */
export async function describeAccount(db: CompanyDb, companyId: string, userId: string) {
  const [account] = await db
    .select({ name: users.name, email: users.email, company: companies.name, since: users.createdAt })
    .from(users)
    .innerJoin(companies, eq(companies.id, users.companyId))
    .where(and(eq(users.companyId, companyId), eq(users.id, userId)));
  return account ?? null;
}
