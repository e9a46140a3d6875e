import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { testTime } from "../../../contracts/testing/clock.ts";
import { schema } from "../../../db/index.ts";
import { type GivenAgent, givenCompany, testDatabase } from "../../../db/testing/given.ts";
import { createChat, readChat, sendChatMessage, updateChat } from "../../office/chats/index.ts";
import { acting, atDesk } from "../../testing.ts";
import { chatPushesFor } from "./chat-push-targets.ts";
import { changePushSwitches } from "./subscriptions.ts";

let desk: Awaited<ReturnType<typeof givenCompany>>;
const sessions = new Map<string, string>();
beforeAll(async () => {
  desk = await givenCompany();
  for (const { id: userId } of [desk.admin, desk.ana, desk.bia]) {
    const { companyId } = desk;
    const sessionId = randomUUID();
    sessions.set(userId, sessionId);
    await testDatabase().company(companyId, async (tx) => {
      const session = { companyId, id: sessionId, userId, expiresAt: new Date(testTime() + 600_000) };
      await tx.insert(schema.sessions).values(session);
      const browser = { companyId, id: randomUUID(), sessionId, userId, endpoint: `https://push.example/${sessionId}` };
      await tx.insert(schema.pushSubscriptions).values({ ...browser, p256dh: "key", auth: "auth" });
    });
  }
});

async function givenMessage(title: string, people: GivenAgent[]) {
  const { admin } = desk;
  const chat = await acting(admin, (ctx) => createChat(ctx, { title, userIds: people.map(({ id }) => id) }));
  const wanted = { chatId: chat.id, body: "Alguém viu a chave?", fileId: null, quotedId: null };
  const message = await acting(admin, (ctx) => sendChatMessage(ctx, wanted));
  const pushes = async () => {
    const found = await atDesk(desk.companyId, (ctx) => chatPushesFor(ctx, message.id));
    return new Map(found.map(({ subscription, payload }) => [subscription.userId, payload]));
  };
  return { chatId: chat.id, pushes };
}
const switchOf = (agent: GivenAgent, change: object) =>
  acting(agent, (ctx) =>
    changePushSwitches(ctx, sessions.get(agent.id) ?? "", {
      ...{ mine: true, waiting: true, preview: true, device: true },
      ...change,
    }),
  );

test("the other members are notified of a chat message, not its author and nobody outside", async () => {
  const { admin, ana } = desk;
  const { chatId, pushes } = await givenMessage("Plantão", [ana]);
  const payload = { name: `${admin.name} · Plantão`, text: "Alguém viu a chave?", ticketId: null, chatId };
  expect(await pushes()).toEqual(new Map([[ana.id, payload]]));
  const untitled = await givenMessage("", [ana]);
  expect((await untitled.pushes()).get(ana.id)?.name).toBe(admin.name);
});

test("a member who has read it, or was removed, is not notified", async () => {
  const { admin, ana, bia } = desk;
  const { chatId, pushes } = await givenMessage("", [ana, bia]);
  expect([...(await pushes()).keys()].sort()).toEqual([ana.id, bia.id].sort());
  await acting(ana, (ctx) => readChat(ctx, { chatId, seq: 1 }));
  expect([...(await pushes()).keys()]).toEqual([bia.id]);
  await acting(admin, (ctx) => updateChat(ctx, { chatId, add: [], remove: [bia.id] }));
  expect(await pushes()).toEqual(new Map());
});

test("the switches of the user and of the device hold for chats", async () => {
  const { ana } = desk;
  const { pushes } = await givenMessage("", [ana]);
  await switchOf(ana, { preview: false });
  expect((await pushes()).get(ana.id)?.text).toBe("");
  for (const off of [{ mine: false }, { device: false }]) {
    await switchOf(ana, off);
    expect(await pushes()).toEqual(new Map());
  }
  await switchOf(ana, {});
});
