import { uuidv7 } from "uuidv7";
import { type CompanyDb, schema } from "../../db/index.ts";
import { type DemoChat, type DemoPerson, demoData } from "./demo-data.ts";

const MINUTE_MS = 60_000;

type DemoOptions = { companyId: string; people: Record<DemoPerson, { id: string; name: string }>; now: number };

export async function insertChats(db: CompanyDb, options: DemoOptions): Promise<void> {
  for (const chat of demoData.chats) await insertChat(db, options, chat);
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
    ...{ joinOrder: position + 1, readSeq: lastSeq - (chat.unread[member] ?? 0) },
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
