import { randomUUID } from "node:crypto";
import { schema } from "../../db/index.ts";
import { type GivenAgent, testDatabase } from "../../db/testing/given.ts";

/** Creates an internal chat of the owner with each group of people, and one message by the owner in each. */
export async function givenChats(companyId: string, owner: GivenAgent, ...groups: [Person[], Person[]]) {
  const [chatId, othersChatId] = [randomUUID(), randomUUID()];
  await givenChat({ companyId, id: chatId, owner, people: groups[0] });
  await givenChat({ companyId, id: othersChatId, owner, people: groups[1] });
  return { chatId, othersChatId };
}

type Person = Pick<GivenAgent, "id">;
type Given = { companyId: string; id: string; owner: GivenAgent; people: Person[]; word?: string; fileId?: string };

/** Creates an internal chat with one message, and a file when `fileId` is given. Returns the message's id. */
export async function givenChat({ companyId, id, owner, people, word = `Plantão ${id}`, fileId }: Given) {
  const messageId = randomUUID();
  await testDatabase().company(companyId, async (tx) => {
    await tx.insert(schema.chats).values({ companyId, id, title: word, ownerId: owner.id, lastSeq: 1 });
    const members = [owner, ...people].map((person, at) => ({
      companyId,
      chatId: id,
      userId: person.id,
      joinOrder: at,
    }));
    await tx.insert(schema.chatMembers).values(members);
    const author = { userId: owner.id, userName: owner.name };
    const file = fileId ? { mediaType: "document" as const, fileId, mediaName: `${word}.pdf` } : {};
    await tx
      .insert(schema.chatMessages)
      .values({ companyId, id: messageId, chatId: id, seq: 1, ...author, body: `${word} conversa`, ...file });
  });
  return messageId;
}
