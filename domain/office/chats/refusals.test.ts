import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { MAX_CHAT_MEMBERS, type NewChatMessage } from "../../../contracts/office/chats.ts";
import { schema } from "../../../db/index.ts";
import { type GivenAgent, givenAgent, givenCompany } from "../../../db/testing/given.ts";
import { requireFile } from "../../desk/files/index.ts";
import { acting, atDesk, refusal } from "../../testing.ts";
import { chatMessageRows, createChat, deleteChat, getChat, sendChatMessage, setChat, updateChat } from "./index.ts";

let desk: Awaited<ReturnType<typeof givenCompany>>;
let stranger: GivenAgent;
beforeAll(async () => {
  [desk, stranger] = [await givenCompany(), (await givenCompany()).admin];
});

const givenChat = (...people: Pick<GivenAgent, "id">[]) =>
  acting(desk.admin, (ctx) => createChat(ctx, { title: "Plantão", userIds: people.map(({ id }) => id) }));
const say = (agent: GivenAgent, message: Partial<NewChatMessage> & { chatId: string }) =>
  acting(agent, (ctx) => sendChatMessage(ctx, { body: "Oi", fileId: null, quotedId: null, ...message }));
const change = (chatId: string, members: { add?: string[]; remove?: string[] }, agent = desk.admin) =>
  acting(agent, (ctx) => updateChat(ctx, { chatId, add: [], remove: [], ...members }));
const codeOf = async (verb: Promise<unknown>) => (await refusal(verb)).code;
const membersOf = async (id: string) => (await acting(desk.admin, (ctx) => getChat(ctx, id))).members;

/** A finished upload of the agent. */
async function givenUpload({ companyId, id: userId }: GivenAgent): Promise<string> {
  const id = randomUUID();
  const file = { companyId, id, userId, name: "escala.pdf", mimetype: "application/pdf", kind: "document" as const };
  await atDesk(companyId, (ctx) =>
    ctx.db.insert(schema.files).values({ ...file, size: 3, sha256: "", isComplete: true }),
  );
  return id;
}

test("a chat has at most 100 members: one more is refused and changes nothing, one for another is allowed", async () => {
  const { companyId, ana, bia } = desk;
  const crowd = Array.from({ length: MAX_CHAT_MEMBERS - 2 }, () => ({ companyId, id: randomUUID(), name: "Agente" }));
  const rows = crowd.map((person) => ({ ...person, email: `${person.id}@teste.example`, passwordHash: "" }));
  await atDesk(companyId, (ctx) => ctx.db.insert(schema.users).values(rows));
  const { id } = await givenChat(ana, ...crowd);
  expect(await membersOf(id)).toHaveLength(MAX_CHAT_MEMBERS);
  expect(await refusal(change(id, { add: [bia.id] }))).toEqual({ code: "ERR_CHAT_FULL", details: { limit: 100 } });
  const all = [ana, bia, ...crowd].map((person) => person.id);
  expect(await codeOf(acting(desk.admin, (ctx) => setChat(ctx, id, { userIds: all })))).toBe("ERR_CHAT_FULL");
  expect((await membersOf(id)).map(({ userId }) => userId)).not.toContain(bia.id);
  await change(id, { add: [bia.id], remove: [ana.id] });
  const members = (await membersOf(id)).map(({ userId }) => userId);
  expect([members.length, members.at(-1), members.includes(ana.id)]).toEqual([MAX_CHAT_MEMBERS, bia.id, false]);
});

test("a message id is repeated by its author alone, whose first message stays as it was", async () => {
  const { ana, bia } = desk;
  const [chat, other] = [await givenChat(ana, bia), await givenChat(ana)];
  const first = await say(ana, { chatId: chat.id, body: "Primeira" });
  expect(await say(ana, { id: first.id, chatId: chat.id, body: "Segunda" })).toEqual(first);
  expect(await codeOf(say(bia, { id: first.id, chatId: chat.id }))).toBe("ERR_NO_PERMISSION");
  const ofOther = await say(ana, { chatId: other.id });
  expect(await codeOf(say(bia, { id: ofOther.id, chatId: chat.id }))).toBe("UNAUTHORIZED");
  await say(ana, { chatId: chat.id, body: "Terceira" });
  const rows = await acting(bia, (ctx) => chatMessageRows(ctx, [first.id, ofOther.id]));
  expect(rows).toMatchObject([{ id: first.id, body: "Primeira", seq: 1, userId: ana.id }]);
});

test("a message of another chat, of another company, or one that does not exist cannot be quoted", async () => {
  const { ana } = desk;
  const [chat, other] = [await givenChat(ana), await givenChat(ana)];
  const [own, ofOther] = [await say(ana, { chatId: chat.id, body: "Chave" }), await say(ana, { chatId: other.id })];
  const foreign = await givenCompany();
  const far = await acting(foreign.admin, (ctx) => createChat(ctx, { title: "", userIds: [foreign.ana.id] }));
  const ofForeign = await say(foreign.admin, { chatId: far.id });
  for (const quotedId of [ofOther.id, ofForeign.id, randomUUID()])
    expect(await codeOf(say(ana, { chatId: chat.id, quotedId }))).toBe("ERR_NO_MESSAGE_FOUND");
  const answer = await say(desk.admin, { chatId: chat.id, quotedId: own.id });
  const [row] = await acting(ana, (ctx) => chatMessageRows(ctx, [answer.id]));
  expect(row).toMatchObject({ seq: 2, quoted: { id: own.id, body: "Chave", author: ana.name } });
});

test("a file goes into a chat from who may read it, and is read there by the members of that moment", async () => {
  const { admin, ana, bia } = desk;
  const { id: chatId } = await givenChat(ana, bia);
  const [anas, admins] = [await givenUpload(ana), await givenUpload(admin)];
  const file = (agent: GivenAgent, fileId: string) => codeOf(acting(agent, (ctx) => requireFile(ctx, fileId)));
  expect(await codeOf(say(ana, { chatId, fileId: admins }))).toBe("ERR_NO_FILE_FOUND");
  await say(ana, { chatId, body: "", fileId: anas });
  await say(admin, { chatId, fileId: admins });
  for (const agent of [admin, ana, bia]) expect(await file(agent, admins)).toBe("nothing was refused");
  await change(chatId, { remove: [ana.id] });
  expect(await codeOf(say(ana, { chatId, body: "", fileId: anas }))).toBe("UNAUTHORIZED");
  expect([await file(ana, admins), await file(bia, admins)]).toEqual(["ERR_NO_FILE_FOUND", "nothing was refused"]);
  // A removed member's file stays for the others, and their own upload stays their own.
  expect([await file(bia, anas), await file(ana, anas)]).toEqual(["nothing was refused", "nothing was refused"]);
  expect(await file(stranger, admins)).toBe("ERR_NO_FILE_FOUND");
});

test("only the owner changes and deletes a chat; to others, and to another company, it does not exist", async () => {
  const { companyId, admin, ana, bia } = desk;
  const manager = await givenAgent({ companyId, name: "Rita", profile: "admin" });
  const { id } = await givenChat(ana);
  for (const [agent, code] of [
    [ana, "ERR_NO_PERMISSION"],
    [bia, "UNAUTHORIZED"],
    [manager, "UNAUTHORIZED"],
    [stranger, "UNAUTHORIZED"],
  ] as const) {
    expect(await codeOf(change(id, { add: [bia.id] }, agent))).toBe(code);
    expect(await codeOf(acting(agent, (ctx) => setChat(ctx, id, { title: "Meu" })))).toBe(code);
    expect(await codeOf(acting(agent, (ctx) => deleteChat(ctx, id)))).toBe(code);
  }
  expect(await codeOf(change(id, { add: [stranger.id] }))).toBe("ERR_NO_USER_FOUND");
  expect(await codeOf(say(ana, { chatId: id, body: "" }))).toBe("ERR_MESSAGE_EMPTY");
  await change(id, { remove: [admin.id] });
  expect((await membersOf(id)).map(({ userId }) => userId)).toEqual([admin.id, ana.id]);
});
