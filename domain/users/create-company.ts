import { and, eq } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { type CompanyDb, schema } from "../../db/index.ts";
import type { Profile } from "../../sync/contracts/refs.ts";
import type { DeskContext } from "../context.ts";
import { DomainError } from "../domain-error.ts";
import { settingDefaults } from "../settings/index.ts";

const { companies, settings, users, userQueues, queues, clocks } = schema;

type DayHours = (typeof companies.$inferSelect)["schedules"][number];

const days = [
  ["Segunda-feira", "monday"],
  ["Terça-feira", "tuesday"],
  ["Quarta-feira", "wednesday"],
  ["Quinta-feira", "thursday"],
  ["Sexta-feira", "friday"],
  ["Sábado", "saturday"],
  ["Domingo", "sunday"],
] as const;

function hoursOf(weekdayEn: string): [startTime: string, endTime: string] {
  if (weekdayEn === "sunday") return ["00:00", "00:00"];
  return weekdayEn === "saturday" ? ["08:00", "12:00"] : ["08:00", "18:00"];
}

const usualHours: DayHours[] = days.map(([weekday, weekdayEn]) => {
  const [startTime, endTime] = hoursOf(weekdayEn);
  return { weekday, weekdayEn, startTime, endTime };
});

export type NewCompany = { id: string; name: string; email?: string; phone?: string; dueDate: Date; timeZone?: string };

/** A company with its starting settings and hours. `db` is in the new company's scope. The same id again changes nothing. */
export async function createCompany(db: CompanyDb, company: NewCompany): Promise<typeof companies.$inferSelect> {
  await db
    .insert(companies)
    .values({ ...company, schedules: usualHours })
    .onConflictDoNothing();
  await db.insert(clocks).values({ companyId: company.id }).onConflictDoNothing();
  const defaults = Object.entries(settingDefaults).map(([key, value]) => ({ companyId: company.id, key, value }));
  await db.insert(settings).values(defaults).onConflictDoNothing();
  const [created] = await db.select().from(companies).where(eq(companies.id, company.id));
  if (!created) throw new Error("a company was created outside its scope");
  return created;
}

export type NewUser = {
  id?: string;
  name: string;
  email: string;
  /** The password, already hashed. */
  passwordHash: string;
  profile?: Profile;
  isSuper?: boolean;
  allTicket?: boolean;
  allHistoric?: boolean;
  allUserChat?: boolean;
  connectionId?: string | null;
  queueIds?: readonly string[];
};

/** A user with its queues. The same id again is the same user. E-mails are unique over all companies. */
export async function createUser(ctx: DeskContext, user: NewUser): Promise<typeof users.$inferSelect> {
  const { queueIds = [], id = uuidv7(), ...columns } = user;
  const email = user.email.trim().toLowerCase();
  const [created] = await ctx.db
    .insert(users)
    .values({ ...columns, id, companyId: ctx.companyId, email })
    .onConflictDoNothing()
    .returning();
  if (!created) {
    const [existing] = await ctx.db
      .select()
      .from(users)
      .where(and(eq(users.companyId, ctx.companyId), eq(users.id, id)));
    if (!existing) throw new DomainError("ERR_VALIDATION", { fields: { email: "taken" } });
    return existing;
  }
  for (const queueId of queueIds) {
    const [queue] = await ctx.db
      .select({ id: queues.id })
      .from(queues)
      .where(and(eq(queues.companyId, ctx.companyId), eq(queues.id, queueId)));
    if (!queue) throw new DomainError("ERR_NO_QUEUE_FOUND", { id: queueId });
    await ctx.db.insert(userQueues).values({ companyId: ctx.companyId, userId: id, queueId });
  }
  return created;
}
