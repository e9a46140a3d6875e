import { and, eq, inArray } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { instantOf, localMinute } from "../../contracts/local-time.ts";
import { type CompanyDb, schema } from "../../db/index.ts";

const TIME_ZONE = "America/Sao_Paulo";
const DAY_MS = 86_400_000;

type Planned = { contact: string; by: "marina" | "ana"; inDays: number; time: string; body: string };

/** Scheduled messages of the pottery for the coming days. */
const planned: Planned[] = [
  {
    contact: "Helena Sampaio",
    by: "marina",
    inDays: 3,
    time: "10:00",
    body: "{{firstName}}, a coleta do vaso passa hoje entre 9h e 12h. Qualquer coisa, é só chamar.",
  },
  {
    contact: "Yara Tavares",
    by: "marina",
    inDays: 8,
    time: "14:30",
    body: "{{ms}}, {{firstName}}! Sua encomenda saiu do forno e vai para a embalagem amanhã.",
  },
  {
    contact: "Empório Arruda",
    by: "marina",
    inDays: 10,
    time: "09:00",
    body: "{{ms}}! Chegou a hora de repor as canecas. Mando o mesmo pedido do mês passado?",
  },
  {
    contact: "Otávio Reis",
    by: "ana",
    inDays: 12,
    time: "11:30",
    body: "{{firstName}}, a coleção Serra Azul voltou ao estoque. Quer que eu separe uma peça?",
  },
];

type DemoOptions = { companyId: string; userIds: Record<"marina" | "ana", string>; now: number };

/** Inserts scheduled messages to existing contacts. */
export async function insertSchedules(db: CompanyDb, { companyId, userIds, now }: DemoOptions): Promise<void> {
  const { contacts, schedules } = schema;
  const names = planned.map(({ contact }) => contact);
  const found = await db
    .select({ id: contacts.id, name: contacts.name })
    .from(contacts)
    .where(and(eq(contacts.companyId, companyId), inArray(contacts.name, names)));
  const idOf = new Map(found.map(({ id, name }) => [name, id]));
  const rows = planned.flatMap(({ contact, by, inDays, time, body }) => {
    const contactId = idOf.get(contact);
    const day = localMinute(new Date(now + inDays * DAY_MS), TIME_ZONE).slice(0, 10);
    const sendAt = instantOf(`${day}T${time}`, TIME_ZONE);
    return contactId ? [{ companyId, id: uuidv7(), contactId, userId: userIds[by], body, sendAt }] : [];
  });
  await db.insert(schedules).values(rows);
}
