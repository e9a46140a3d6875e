import { uuidv7 } from "uuidv7";
import type { AnnouncementPriority } from "../../contracts/office/announcements.ts";
import { type Database, schema } from "../../db/index.ts";

const DAY_MS = 86_400_000;

type DemoAnnouncement = {
  title: string;
  text: string;
  priority: AnnouncementPriority;
  daysAgo: number;
  isActive?: boolean;
};

/** One of each priority, and an inactive one that only super users see. */
const announcements: DemoAnnouncement[] = [
  {
    title: "Manutenção no domingo, das 2h às 4h",
    text: "O sistema fica fora do ar por até duas horas.\nAs mensagens recebidas chegam quando ele volta.",
    ...{ priority: 1, daysAgo: 1 },
  },
  {
    title: "Cobrança por Pix mais rápida",
    text: "O pagamento de uma fatura por Pix é confirmado em segundos.",
    ...{ priority: 2, daysAgo: 9 },
  },
  {
    title: "Chat interno com arquivos e respostas",
    text: "Responda a uma mensagem e envie arquivos aos colegas, também sem internet.",
    ...{ priority: 3, daysAgo: 23 },
  },
  {
    title: "Atualização de dezembro",
    text: "Texto em revisão.",
    ...{ priority: 3, daysAgo: 0, isActive: false },
  },
];

/** Inserts announcements of the platform before its companies, whose devices boot with them. */
export async function addAnnouncements(database: Database, now: Date): Promise<void> {
  const rows = announcements.map(({ daysAgo, ...announcement }) => {
    const createdAt = new Date(now.getTime() - daysAgo * DAY_MS);
    return { id: uuidv7(), ...announcement, createdAt, updatedAt: createdAt };
  });
  await database.asPlatform((db) => db.insert(schema.announcements).values(rows));
}
