import { uuidv7 } from "uuidv7";
import { addDays, dueDayOf, endOfDay, localDay } from "../../contracts/account/companies.ts";
import { type Database, schema } from "../../db/index.ts";
import { createCompany } from "../../domain/account/users/index.ts";
import { demoData } from "./demo-data.ts";

const TIME_ZONE = "America/Sao_Paulo";

const DAY_MS = 86_400_000;
const { plans, customers, announcements } = demoData.platform;

export type DemoPlans = ReadonlyMap<string, string>;

/** Inserts the plans. Returns their ids by name. */
export async function addPlans(database: Database): Promise<DemoPlans> {
  const rows = plans.map((plan) => ({ id: uuidv7(), ...plan }));
  await database.asPlatform((db) => db.insert(schema.plans).values(rows));
  return new Map(rows.map(({ name, id }) => [name, id]));
}

/** Inserts announcements before the companies, whose devices boot with them. */
export async function addAnnouncements(database: Database, now: Date): Promise<void> {
  const rows = announcements.map(({ daysAgo, ...announcement }) => {
    const createdAt = new Date(now.getTime() - daysAgo * DAY_MS);
    return { id: uuidv7(), ...announcement, createdAt, updatedAt: createdAt };
  });
  await database.asPlatform((db) => db.insert(schema.announcements).values(rows));
}

/** The end of the day so many days from now, and the day of the month that it keeps. */
export function dueIn(days: number, now: Date): { dueDate: Date; dueDay: number } {
  const day = addDays(localDay(now, TIME_ZONE), days);
  return { dueDate: endOfDay(day, TIME_ZONE), dueDay: dueDayOf(day) };
}

export async function addCustomers(database: Database, planIds: DemoPlans, now: Date): Promise<void> {
  for (const { name, plan, days, recurrence, isActive } of customers) {
    const id = uuidv7();
    const email = `contato@${name.split(" ").at(-1)?.toLowerCase()}.example`;
    const company = { id, name, email, recurrence, isActive, planId: planIds.get(plan), ...dueIn(days, now) };
    await database.company(id, (db) => createCompany(db, company, { campaignsEnabled: "false" }));
  }
}
