import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testNow, testTime } from "../../contracts/testing/clock.ts";
import { enqueue, schema } from "../../db/index.ts";
import { reportPresence } from "../../domain/desk/presence/index.ts";
import { startPushService } from "../../outside/web-push/testing/push-service.ts";
import {
  givenLinkedConnection,
  openTestEnvironment,
  type TestEnvironment,
  until,
} from "../testing/given-connection.ts";

let environment: TestEnvironment;
let service: Awaited<ReturnType<typeof startPushService>>;
beforeAll(async () => {
  environment = await openTestEnvironment();
  service = await startPushService();
});
afterAll(async () => {
  await environment.close();
  await service.stop();
});

test("a customer's message is pushed to a closed browser, and not to a user who views the ticket", async () => {
  await environment.connector({ jobs: true, pushTo: service.origin });
  await environment.connector({ jobs: true, pushTo: service.origin });
  const { company, shop } = await givenLinkedConnection(environment.database, environment.emulator);
  const { companyId } = company;
  const [userId, sessionId] = [randomUUID(), randomUUID()];
  const { subscription } = service.subscribe();
  const person = { id: userId, name: "Marina", profile: "admin" as const };
  await company.inside(async (db) => {
    await db.insert(schema.users).values({ companyId, ...person, email: `${userId}@teste.example`, passwordHash: "" });
    const expiresAt = new Date(testTime() + 600_000);
    await db.insert(schema.sessions).values({ companyId, id: sessionId, userId, expiresAt });
    const { endpoint, keys } = subscription;
    await db
      .insert(schema.pushSubscriptions)
      .values({ companyId, id: randomUUID(), sessionId, userId, endpoint, ...keys });
  });
  const helena = environment.emulator.createContact({ name: "Helena" });
  await helena.send(shop, { conversation: "Bom dia!" });
  await until(() => service.pushes.length === 1);
  const [ticket] = await company.tickets();
  expect(JSON.parse(service.pushes[0]?.text ?? "")).toEqual({ name: "Helena", text: "Bom dia!", ticketId: ticket?.id });

  const actor = {
    companyId,
    ...person,
    isSuper: false,
    queueIds: [],
    allTicket: true,
    allHistoric: false,
    allUserChat: false,
  };
  await company.inside((db) =>
    reportPresence(
      { db, companyId, actor, device: "Teste", now: testNow() },
      { ticketId: ticket?.id ?? "", state: "viewing" },
      "notebook",
    ),
  );
  await helena.send(shop, { conversation: "Alguém aí?" });
  const rui = environment.emulator.createContact({ name: "Rui" });
  await until(async () => (await company.messages()).length === 2);
  await rui.send(shop, { conversation: "Boa tarde!" });
  await until(() => service.pushes.length === 2);
  const unfinished = sql`select 1 from pgboss.job where name = 'push.send' and state in ('created', 'retry', 'active')
    and data->>'companyId' = ${companyId}`;
  await until(async () => (await environment.database.platform.execute(unfinished)).length === 0);
  expect(service.pushes.map(({ text }) => JSON.parse(text).name)).toEqual(["Helena", "Rui"]);

  // A company that has not paid rests: its notification waits, and is delivered once after the payment.
  const dueIn = (days: number) =>
    company.inside((db) =>
      db
        .update(schema.companies)
        .set({ dueDate: new Date(testTime() + days * 86_400_000) })
        .where(eq(schema.companies.id, companyId)),
    );
  const ofRui = (await company.messages()).find(({ body }) => body === "Boa tarde!");
  await dueIn(-31);
  await company.inside(async (db) => {
    await db.delete(schema.pushSends).where(eq(schema.pushSends.companyId, companyId));
    await enqueue(db, "push.send", { companyId, messageId: ofRui?.id ?? "" });
  });
  const resting = sql`select 1 from pgboss.job where name = 'push.send' and state = 'created' and retry_count = 0
    and start_after > now() + interval '10 minutes' and data->>'companyId' = ${companyId}`;
  await until(async () => (await environment.database.platform.execute(resting)).length === 1);
  expect(service.pushes).toHaveLength(2);
  await dueIn(30);
  await environment.database.platform.execute(
    sql`update pgboss.job set start_after = now() where name = 'push.send' and state = 'created' and data->>'companyId' = ${companyId}`,
  );
  await until(() => service.pushes.length === 3);
  expect(JSON.parse(service.pushes[2]?.text ?? "")).toMatchObject({ name: "Rui", text: "Boa tarde!" });
});
