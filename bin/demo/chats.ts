import { uuidv7 } from "uuidv7";
import { type CompanyDb, schema } from "../../db/index.ts";

const MINUTE_MS = 60_000;

type Person = "marina" | "ana" | "bia";
type DemoChat = {
  title: string;
  /** The owner first. */
  members: Person[];
  messages: { by: Person; minutesAgo: number; body: string; quotes?: number }[];
  /** How many of the newest messages a member has not read. */
  unread?: Partial<Record<Person, number>>;
};

/** Internal chats of the pottery's people, the oldest message first. `quotes`: the position of an earlier message. */
const chats: DemoChat[] = [
  {
    title: "Plantão da loja",
    members: ["marina", "ana", "bia"],
    messages: [
      { by: "marina", minutesAgo: 190, body: "Bom dia! Hoje a transportadora passa às 15h em vez de 17h." },
      { by: "ana", minutesAgo: 184, body: "Combinado. O vaso da Helena vai nessa coleta?" },
      { by: "marina", minutesAgo: 181, body: "Vai sim, já está embalado na prateleira 3.", quotes: 1 },
      { by: "bia", minutesAgo: 42, body: "Chegaram duas trocas pelo site. Etiqueto junto com as de ontem?" },
      { by: "ana", minutesAgo: 9, body: "Pode juntar, Bia 👍" },
      { by: "bia", minutesAgo: 6, body: "Feito! Ficam quatro caixas no total." },
    ],
    unread: { marina: 2 },
  },
  {
    title: "Oficina de sábado",
    members: ["marina", "ana"],
    messages: [
      { by: "ana", minutesAgo: 1_530, body: "A Yara confirmou: a turma de sábado está completa." },
      { by: "marina", minutesAgo: 1_512, body: "Ótimo! Separo oito aventais e *dois* de reserva." },
    ],
  },
  {
    title: "",
    members: ["marina", "bia"],
    messages: [
      { by: "marina", minutesAgo: 300, body: "Bia, você consegue cobrir o almoço da Ana amanhã?" },
      { by: "bia", minutesAgo: 288, body: "Consigo, das 12h às 13h." },
      { by: "marina", minutesAgo: 286, body: "Obrigada! 🙏" },
    ],
    unread: { bia: 1 },
  },
];

type DemoOptions = { companyId: string; people: Record<Person, { id: string; name: string }>; now: number };

export async function insertChats(db: CompanyDb, options: DemoOptions): Promise<void> {
  for (const chat of chats) await insertChat(db, options, chat);
}

async function insertChat(db: CompanyDb, { companyId, people, now }: DemoOptions, chat: DemoChat): Promise<void> {
  const chatId = uuidv7();
  const at = (minutesAgo: number) => new Date(now - minutesAgo * MINUTE_MS);
  const [owner] = chat.members.map((member) => people[member]);
  if (!owner) throw new Error("a demo chat needs its owner");
  const lastSeq = chat.messages.length;
  const createdAt = at((chat.messages[0]?.minutesAgo ?? 0) + 1);
  const updatedAt = at(chat.messages.at(-1)?.minutesAgo ?? 0);
  const { title } = chat;
  await db
    .insert(schema.chats)
    .values({ companyId, id: chatId, title, ownerId: owner.id, lastSeq, createdAt, updatedAt });
  const members = chat.members.map((member, position) => ({
    ...{ companyId, chatId, userId: people[member].id },
    ...{ joinOrder: position + 1, readSeq: lastSeq - (chat.unread?.[member] ?? 0) },
  }));
  await db.insert(schema.chatMembers).values(members);
  const messages = chat.messages.map((message) => ({ ...message, id: uuidv7() }));
  const rows = messages.map(({ id, by, minutesAgo, body, quotes }, index) => ({
    ...{ companyId, id, chatId, seq: index + 1, body, createdAt: at(minutesAgo) },
    ...{ userId: people[by].id, userName: people[by].name },
    quotedId: quotes === undefined ? null : (messages[quotes]?.id ?? null),
  }));
  await db.insert(schema.chatMessages).values(rows);
}
