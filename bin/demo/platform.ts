import { uuidv7 } from "uuidv7";
import { addDays, dueDayOf, endOfDay, localDay, type Recurrence } from "../../contracts/account/companies.ts";
import { type Database, schema } from "../../db/index.ts";
import { createCompany } from "../../domain/account/users/index.ts";

const TIME_ZONE = "America/Sao_Paulo";

/** Name, users, connections, queues, GB of files, price per month in cents. */
type Plan = [name: string, users: number, connections: number, queues: number, storageGb: number, valueCents: number];
const plans: Plan[] = [
  ["Essencial", 3, 1, 5, 10, 12_990],
  ["Equipe", 6, 3, 8, 25, 22_990],
  ["Profissional", 12, 6, 10, 50, 34_990],
];

/** Customers without users: the platform's list shows them, with each colour of a row. `days`: to the due date. */
const customers: { name: string; plan: string; days: number; recurrence: Recurrence; isActive?: boolean }[] = [
  { name: "Bicicletaria Pedal Manso", plan: "Essencial", days: 5, recurrence: "MENSAL" },
  { name: "Clínica Vet Patativa", plan: "Profissional", days: 1, recurrence: "TRIMESTRAL" },
  { name: "Livraria Mandacaru", plan: "Essencial", days: 4, recurrence: "MENSAL" },
  { name: "Autoescola Rumo Certo", plan: "Equipe", days: -4, recurrence: "SEMESTRAL", isActive: false },
  { name: "Padaria Trigo Bom", plan: "Essencial", days: 14, recurrence: "ANUAL" },
];

export type DemoPlans = ReadonlyMap<string, string>;

/** Inserts the plans. Returns their ids by name. */
export async function addPlans(database: Database): Promise<DemoPlans> {
  const rows = plans.map(([name, users, connections, queues, storageGb, valueCents]) => ({
    ...{ id: uuidv7(), name, users, connections, queues, storageGb, valueCents },
  }));
  await database.asPlatform((db) => db.insert(schema.plans).values(rows));
  return new Map(rows.map(({ name, id }) => [name, id]));
}

/** The end of the day so many days from now, and the day of the month that it keeps. */
export function dueIn(days: number, now: Date): { dueDate: Date; dueDay: number } {
  const day = addDays(localDay(now, TIME_ZONE), days);
  return { dueDate: endOfDay(day, TIME_ZONE), dueDay: dueDayOf(day) };
}

export async function addCustomers(database: Database, planIds: DemoPlans): Promise<void> {
  for (const { name, plan, days, recurrence, isActive = true } of customers) {
    const id = uuidv7();
    const email = `contato@${name.split(" ").at(-1)?.toLowerCase()}.example`;
    const company = {
      ...{ id, name, email, recurrence, isActive },
      planId: planIds.get(plan),
      ...dueIn(days, new Date()),
    };
    await database.company(id, (db) => createCompany(db, company, { campaignsEnabled: "false" }));
  }
}
