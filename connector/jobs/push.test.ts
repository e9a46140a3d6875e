import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { schema } from "../../db/index.ts";
import { startPushService } from "../../domain/notifications/testing/push-service.ts";
import { reportPresence } from "../../domain/presence/index.ts";
import { givenLinked, openWorld, until, type World } from "../testing/given-desk.ts";

let world: World;
let service: Awaited<ReturnType<typeof startPushService>>;
beforeAll(async () => {
  world = await openWorld();
  service = await startPushService();
});
afterAll(async () => {
  await world.close();
  await service.stop();
});

test("a customer's message is pushed to a closed browser, and not to a user who views the ticket", async () => {
  await world.connector({ jobs: true, pushTo: service.origin });
  await world.connector({ jobs: true, pushTo: service.origin });
  const { desk, shop } = await givenLinked(world.database, world.emulator);
  const { companyId } = desk;
  const [userId, sessionId] = [randomUUID(), randomUUID()];
  const { subscription } = service.subscribe();
  const person = { id: userId, name: "Marina", profile: "admin" as const };
  await desk.inside(async (db) => {
    await db.insert(schema.users).values({ companyId, ...person, email: `${userId}@teste.example`, passwordHash: "" });
    const expiresAt = new Date(Date.now() + 600_000);
    await db.insert(schema.sessions).values({ companyId, id: sessionId, userId, expiresAt });
    const { endpoint, keys } = subscription;
    await db
      .insert(schema.pushSubscriptions)
      .values({ companyId, id: randomUUID(), sessionId, userId, endpoint, ...keys });
  });
  const helena = world.emulator.createContact({ name: "Helena" });
  await helena.send(shop, { conversation: "Bom dia!" });
  await until(() => service.told.length === 1);
  const [ticket] = await desk.tickets();
  expect(JSON.parse(service.told[0]?.text ?? "")).toEqual({ name: "Helena", text: "Bom dia!", ticketId: ticket?.id });

  const actor = {
    companyId,
    ...person,
    isSuper: false,
    queueIds: [],
    allTicket: true,
    allHistoric: false,
    allUserChat: false,
  };
  await desk.inside((db) =>
    reportPresence(
      { db, companyId, actor, device: "Teste", now: new Date() },
      { ticketId: ticket?.id ?? "", state: "viewing" },
      "notebook",
    ),
  );
  await helena.send(shop, { conversation: "Alguém aí?" });
  const rui = world.emulator.createContact({ name: "Rui" });
  await until(async () => (await desk.messages()).length === 2);
  await rui.send(shop, { conversation: "Boa tarde!" });
  await until(() => service.told.length === 2);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(service.told.map(({ text }) => JSON.parse(text).name)).toEqual(["Helena", "Rui"]);
});
