import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { testNow } from "../../../contracts/testing/clock.ts";
import { schema } from "../../../db/index.ts";
import { givenCompany, testDatabase } from "../../../db/testing/given.ts";
import { refDocuments } from "../../desk/refs/index.ts";
import { atDesk, refusal } from "../../testing.ts";
import { createCompany, createUser, deadSessions, findSignedInUser, loadActor } from "./index.ts";

test("a new company has default settings and hours; creating it again changes nothing", async () => {
  const id = randomUUID();
  const company = { id, name: "Olaria", dueDate: new Date("2030-01-01") };
  for (const name of ["Olaria", "Outra"])
    await testDatabase().company(id, (db) => createCompany(db, { ...company, name }));
  const user = { id: randomUUID(), name: "Marina", email: `Marina.${id}@Teste.example`, passwordHash: "segredo" };
  const created = await atDesk(id, (ctx) => createUser(ctx, { ...user, profile: "admin", isSuper: true }));
  expect(created.email).toBe(user.email.toLowerCase());
  expect((await atDesk(id, (ctx) => createUser(ctx, user))).id).toBe(user.id);
  const signedIn = await atDesk(id, (ctx) => findSignedInUser(ctx.db, id, user.id));
  expect(signedIn).toMatchObject({
    profile: "admin",
    isSuper: true,
    allTicket: false,
    allHistoric: false,
    company: { name: "Olaria", dueDate: new Date("2030-01-01") },
  });
  expect(signedIn?.company.settings).toContainEqual({ key: "CheckMsgIsGroup", value: "enabled" });
  expect(signedIn?.company.settings).toContainEqual({ key: "campaignsEnabled", value: "true" });
  expect(JSON.stringify(signedIn)).not.toContain("segredo");
  const [row] = await atDesk(id, (ctx) => ctx.db.select().from(schema.companies));
  expect(row?.schedules.map(({ weekdayEn, startTime, endTime }) => [weekdayEn, startTime, endTime])).toContainEqual([
    "saturday",
    "08:00",
    "12:00",
  ]);
});

test("an e-mail belongs to one user over all companies, and a queue must be the company's", async () => {
  const [one, other] = [await givenCompany(), await givenCompany()];
  const email = `${randomUUID()}@teste.example`;
  const user = { name: "Rui", email, passwordHash: "" };
  await atDesk(one.companyId, (ctx) => createUser(ctx, user));
  expect((await refusal(atDesk(other.companyId, (ctx) => createUser(ctx, user)))).code).toBe("ERR_VALIDATION");
  const foreign = { name: "Eva", email: `${randomUUID()}@teste.example`, passwordHash: "", queueIds: [one.queue.id] };
  expect((await refusal(atDesk(other.companyId, (ctx) => createUser(ctx, foreign)))).code).toBe("ERR_NO_QUEUE_FOUND");
});

test("the actor has everything that policies need; another company's user does not exist", async () => {
  const { companyId, ana, queue } = await givenCompany();
  const load = (company: string) => atDesk(company, (ctx) => loadActor(ctx.db, company, ana.id));
  expect(await load(companyId)).toEqual({ ...ana, answersOthers: false });
  expect((await atDesk(companyId, (ctx) => findSignedInUser(ctx.db, companyId, ana.id)))?.queues).toEqual([
    { id: queue.id, name: "Vendas", color: "#1d7f52" },
  ]);
  const stranger = await givenCompany();
  expect(await load(stranger.companyId)).toBeNull();
  expect(await atDesk(stranger.companyId, (ctx) => findSignedInUser(ctx.db, stranger.companyId, ana.id))).toBeNull();
});

test("refs come whole or by name, without tokens, QR codes and secret settings", async () => {
  const { companyId, queue, support, connection, ana } = await givenCompany();
  await atDesk(companyId, async (ctx) => {
    await ctx.db.insert(schema.settings).values({ companyId, key: "asaas", value: "chave-secreta" });
    await ctx.db.update(schema.connections).set({ qrcode: "2@secreto", tokenHash: "token-secreto" });
  });
  const all = await atDesk(companyId, (ctx) => refDocuments(ctx));
  expect(JSON.stringify(all)).not.toMatch(/secret/);
  expect(new Set(all.map((document) => document.kind))).toEqual(new Set(["queue", "user", "connection", "setting"]));
  const named = [
    `queue:${support.id}`,
    `user:${ana.id}`,
    "setting:CheckMsgIsGroup",
    `queue:${randomUUID()}`,
    "setting:asaas",
  ];
  expect(await atDesk(companyId, (ctx) => refDocuments(ctx, named))).toMatchObject([
    { kind: "queue", id: support.id, name: "Suporte" },
    { kind: "user", id: ana.id, queueIds: [queue.id] },
    { kind: "setting", id: "CheckMsgIsGroup", name: "enabled" },
  ]);
  const [link] = await atDesk(companyId, (ctx) => refDocuments(ctx, [`connection:${connection.id}`]));
  expect(link).toMatchObject({ name: "Loja", status: "CONNECTED", queueIds: [queue.id] });
  const stranger = await givenCompany();
  expect(await atDesk(stranger.companyId, (ctx) => refDocuments(ctx, named))).toMatchObject([{ kind: "setting" }]);
});

test("a session is dead after its end or expiry; for another company it is always dead", async () => {
  const [one, other] = [await givenCompany(), await givenCompany()];
  const add = (agent: typeof one.ana, id: string, expiresAt: Date) =>
    atDesk(agent.companyId, (ctx) =>
      ctx.db.insert(schema.sessions).values({ companyId: agent.companyId, id, userId: agent.id, expiresAt }),
    );
  const [living, spent, theirs] = [randomUUID(), randomUUID(), randomUUID()].map((id) => `digest ${id}`) as [
    string,
    string,
    string,
  ];
  const now = testNow();
  await add(one.ana, living, new Date(now.getTime() + 60_000));
  await add(one.ana, spent, new Date(now.getTime() - 1));
  await add(other.ana, theirs, new Date(now.getTime() + 60_000));
  const asked = [living, spent, theirs, "never was"];
  const dead = await atDesk(one.companyId, (ctx) => deadSessions(ctx.db, one.companyId, asked, now));
  expect(dead).toEqual([spent, theirs, "never was"]);
  expect(await atDesk(one.companyId, (ctx) => deadSessions(ctx.db, one.companyId, [], now))).toEqual([]);
});
