import { randomUUID } from "node:crypto";
import { and, eq, notInArray, sql } from "drizzle-orm";
import { weekdays } from "../../../contracts/hours.ts";
import { type CompanyDb, type Database, schema } from "../../../db/index.ts";
import type { ScriptDesk } from "./script.ts";

const { companies, connections, connectionQueues, queues, queueOptions, settings, tickets, users, userQueues } = schema;
type Hours = NonNullable<ScriptDesk["hours"]>;
type MenuLine = ScriptDesk["queues"][number]["menu"][number];

const weekOf = (hours: Hours | undefined) =>
  hours === undefined
    ? []
    : weekdays.map(([weekdayEn, weekday]) => {
        const [startTime = "00:00", endTime = "00:00"] = hours[weekdayEn]?.split("-") ?? [];
        return { weekday, weekdayEn, startTime, endTime };
      });

/** Configures the company for a script, and removes the configuration of earlier scripts. */
export async function setUp(
  database: Database,
  { companyId, connectionId, agentIds }: { companyId: string; connectionId: string; agentIds: readonly string[] },
  desk: ScriptDesk,
  flowAddress: string,
): Promise<void> {
  await database.company(companyId, async (db) => {
    const ofCompany = eq(queues.companyId, companyId);
    await clear(db, companyId, agentIds);
    const { timeZone } = desk;
    const dueDate = new Date("2100-01-01");
    await db
      .update(companies)
      .set({ timeZone, dueDate, schedules: weekOf(desk.hours) })
      .where(eq(companies.id, companyId));
    const ids = new Map<string, string>();
    for (const [place, queue] of desk.queues.entries()) {
      const id = randomUUID();
      ids.set(queue.name, id);
      const { typebot } = queue;
      await db.insert(queues).values({
        ...{ companyId, id, name: queue.name, color: newColor(), position: place },
        ...{ greetingMessage: queue.greeting, completionMessage: queue.completion, ratingMessage: queue.rating },
        ...{ outOfHoursMessage: queue.outOfHours, schedules: weekOf(queue.hours), isChatbot: queue.chatbot },
        ...{ isRotating: queue.rotation !== undefined, rotationMinutes: queue.rotation ?? 0 },
        ...(typebot && {
          ...{ typebotEnabled: true, typebotUrl: flowAddress, typebotSlug: typebot.flow, typebotDelayMs: 0 },
          ...{ typebotExpiresMinutes: typebot.expiresMinutes, typebotKeywordFinish: typebot.keywordFinish },
          ...{ typebotKeywordRestart: typebot.keywordRestart, typebotUnknownMessage: typebot.unknownMessage },
          typebotRestartMessage: typebot.restartMessage,
        }),
      });
      await db.insert(connectionQueues).values({ companyId, connectionId, queueId: id });
      await addMenuLines(db, { companyId, queueId: id, parentId: null }, queue.menu);
    }
    const { greeting = "", completion = "", rating = "", outOfHours = "", redirect } = desk.connection;
    await db
      .update(connections)
      .set({
        ...{ greetingMessage: greeting, completionMessage: completion, ratingMessage: rating },
        ...{ outOfHoursMessage: outOfHours, redirectAfterMinutes: redirect?.minutes ?? 0 },
        redirectQueueId: ids.get(redirect?.queue ?? "") ?? null,
      })
      .where(and(eq(connections.companyId, companyId), eq(connections.id, connectionId)));
    for (const { name, queues: names, online } of desk.agents) {
      const id = randomUUID();
      await db.insert(users).values({ companyId, id, name, email: `${id}@teste.example`, passwordHash: "" });
      for (const queue of names)
        await db.insert(userQueues).values({ companyId, userId: id, queueId: ids.get(queue) ?? "" });
      if (online) await markOnline(db, companyId, id);
    }
    await changeSettings(db, companyId, desk.settings);
    await db.update(queues).set({ updatedAt: new Date() }).where(ofCompany);
  });
}

let colors = 0;
/** The queues of former scripts stay, and no two of a company have one colour. */
const newColor = () => `#${(colors++).toString(16).padStart(6, "0")}`;

async function clear(db: CompanyDb, companyId: string, agentIds: readonly string[]): Promise<void> {
  await db.delete(connectionQueues).where(eq(connectionQueues.companyId, companyId));
  await db
    .update(queues)
    .set({ name: sql`left(${queues.name} || ' ' || ${queues.id}, 50)` })
    .where(eq(queues.companyId, companyId));
  await db.update(queues).set({ isRotating: false, typebotEnabled: false }).where(eq(queues.companyId, companyId));
  await db.delete(settings).where(eq(settings.companyId, companyId));
  await db.update(tickets).set({ status: "closed" }).where(eq(tickets.companyId, companyId));
  await db.delete(users).where(and(eq(users.companyId, companyId), notInArray(users.id, [...agentIds])));
  await db.update(schema.contacts).set({ disableBot: false }).where(eq(schema.contacts.companyId, companyId));
}

async function addMenuLines(
  db: CompanyDb,
  place: { companyId: string; queueId: string; parentId: string | null },
  lines: readonly MenuLine[],
): Promise<void> {
  for (const [index, { title, message = "", lines: below = [] }] of lines.entries()) {
    const id = randomUUID();
    await db.insert(queueOptions).values({ ...place, id, title, message, position: index + 1 });
    await addMenuLines(db, { ...place, parentId: id }, below);
  }
}

export async function changeSettings(
  db: CompanyDb,
  companyId: string,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [key, value] of Object.entries(values))
    await db
      .insert(settings)
      .values({ companyId, key, value })
      .onConflictDoUpdate({ target: [settings.companyId, settings.key], set: { value } });
}

/** Records the user's activity now. */
export async function markOnline(db: CompanyDb, companyId: string, userId: string): Promise<void> {
  const lastSeenAt = new Date();
  await db
    .insert(schema.userActivity)
    .values({ companyId, userId, lastSeenAt })
    .onConflictDoUpdate({ target: [schema.userActivity.companyId, schema.userActivity.userId], set: { lastSeenAt } });
}
