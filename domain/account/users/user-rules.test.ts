import { randomUUID } from "node:crypto";
import { and, eq, like } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { schema } from "../../../db/index.ts";
import {
  type GivenAgent,
  givenAgent,
  givenCompany,
  givenSession,
  givenTicket,
  testDatabase,
} from "../../../db/testing/given.ts";
import { deleteUser } from "../../office/departures/index.ts";
import { acting, atDesk, refusal } from "../../testing.ts";
import { emailTaken } from "./email-taken.ts";
import {
  addUser,
  changeUser,
  countOpenTickets,
  createUser,
  endUserSessions,
  findSignedInUser,
  listSessions,
  listUsers,
  loadActor,
  pageOfUsers,
  requireUser,
  SESSIONS_CHANNEL,
  signOutSession,
} from "./index.ts";
import { requireNotAbove } from "./policy.ts";

const { queues, sessions, settings, unnumberedChanges, userQueues, users } = schema;

let company: Awaited<ReturnType<typeof givenCompany>>;
let other: typeof company;
let rui: GivenAgent;
let supervisor: GivenAgent;
beforeAll(async () => {
  company = await givenCompany();
  other = await givenCompany();
  supervisor = await givenAgent({ companyId: company.companyId, name: "Sueli", profile: "supervisor" });
});
beforeEach(async () => {
  rui = await givenAgent({ companyId: company.companyId, name: "Rui Matos", queueIds: [company.queue.id] });
});

const asAdmin = <T>(work: Parameters<typeof acting<T>>[1]) => acting(company.admin, work);
const rowOf = async (id: string) =>
  (await atDesk(company.companyId, (ctx) => ctx.db.select().from(users).where(eq(users.id, id))))[0];
const newUser = (more: object = {}) => ({
  name: "Íris",
  email: `${randomUUID()}@teste.example`,
  passwordHash: "cifrada",
  ...more,
});

test.each([
  ["an admin may not act on the platform's owner", false, true, false],
  ["an owner may act on another owner", true, true, true],
  ["an owner may act on a user", true, false, true],
  ["an admin may act on a user", false, false, true],
])("%s", (_rule, actorIsSuper, userIsSuper, isAllowed) => {
  const ctx = { actor: { id: "a", isSuper: actorIsSuper } } as Parameters<typeof requireNotAbove>[0];
  const act = (id: string) => () => requireNotAbove(ctx, { id, isSuper: userIsSuper });
  if (isAllowed) expect(act("b")).not.toThrow();
  else expect(act("b")).toThrow("ERR_NO_PERMISSION");
  expect(act("a")).not.toThrow();
});

describe("a new user", () => {
  test("has a normalised e-mail and the least rights, and is the same one when created again", async () => {
    const id = randomUUID();
    const wanted = newUser({ id, email: `  Iris.${id}@Teste.EXAMPLE ` });
    const created = await asAdmin((ctx) => addUser(ctx, wanted));
    const rights = { profile: "user", isSuper: false, allTicket: false, allHistoric: false, allUserChat: false };
    expect(created).toMatchObject({ id, email: `iris.${id}@teste.example`, connectionId: null, ...rights });
    const again = await asAdmin((ctx) => addUser(ctx, { ...wanted, name: "Outra", queueIds: [company.queue.id] }));
    expect(again).toEqual(created);
    expect((await asAdmin((ctx) => requireUser(ctx, id))).queues).toEqual([]);
  });

  test("is refused with another company's connection or queue, and with a taken e-mail in any case", async () => {
    const add = (more: object) => refusal(asAdmin((ctx) => addUser(ctx, newUser(more))));
    const foreign = other.connection.id;
    expect(await add({ connectionId: foreign })).toEqual({ code: "ERR_NO_WAPP_FOUND", details: { id: foreign } });
    const queueIds = [company.queue.id, other.queue.id];
    expect(await add({ queueIds })).toEqual({ code: "ERR_NO_QUEUE_FOUND", details: { id: other.queue.id } });
    const { code, details } = emailTaken();
    expect(await add({ email: `${rui.id.toUpperCase()}@teste.example` })).toEqual({ code, details });
    expect(await add({ email: `${other.ana.id}@teste.example` })).toEqual({ code, details });
  });

  test("cannot be created by a supervisor, but the system needs no permission", async () => {
    expect((await refusal(acting(supervisor, (ctx) => addUser(ctx, newUser())))).code).toBe("ERR_NO_PERMISSION");
    const created = await atDesk(company.companyId, (ctx) => createUser(ctx, newUser({ isSuper: true })));
    expect(created).toMatchObject({ name: "Íris", isSuper: true });
  });
});

describe("a changed user", () => {
  test("keeps what the change does not name", async () => {
    const before = await rowOf(rui.id);
    const now = new Date("2031-01-01T00:00:00Z");
    await acting(company.admin, (ctx) => changeUser(ctx, rui.id, { allUserChat: true }), now);
    expect(await rowOf(rui.id)).toEqual({ ...before, allUserChat: true, updatedAt: now });
    await asAdmin((ctx) => changeUser(ctx, rui.id, {}));
    expect(await rowOf(rui.id)).toEqual({ ...before, allUserChat: true, updatedAt: now });
  });

  test("cannot be a colleague of a supervisor, who may change their own name", async () => {
    const change = (id: string) =>
      acting(supervisor, (ctx) => changeUser(ctx, id, { name: "Mudada", profile: "admin" }));
    expect((await refusal(change(rui.id))).code).toBe("ERR_NO_PERMISSION");
    await change(supervisor.id);
    expect(await rowOf(supervisor.id)).toMatchObject({ name: "Mudada", profile: "supervisor" });
  });

  test("may keep a connection that was deleted, but gets no other one that does not exist", async () => {
    const connectionId = randomUUID();
    await atDesk(company.companyId, (ctx) => ctx.db.update(users).set({ connectionId }).where(eq(users.id, rui.id)));
    await asAdmin((ctx) => changeUser(ctx, rui.id, { name: "Rui M.", connectionId }));
    expect(await rowOf(rui.id)).toMatchObject({ name: "Rui M.", connectionId });
    const refused = await refusal(asAdmin((ctx) => changeUser(ctx, rui.id, { connectionId: randomUUID() })));
    expect(refused.code).toBe("ERR_NO_WAPP_FOUND");
    await asAdmin((ctx) => changeUser(ctx, rui.id, { connectionId: null }));
    expect(await rowOf(rui.id)).toMatchObject({ connectionId: null });
  });

  test("enters and leaves queues, and devices are told of the differences only", async () => {
    const { companyId, queue, support } = company;
    const told = () =>
      atDesk(companyId, (ctx) => ctx.db.$count(unnumberedChanges, like(unnumberedChanges.docId, `%${rui.id}%`)));
    const move = (...queueIds: string[]) => asAdmin((ctx) => changeUser(ctx, rui.id, { queueIds }));
    const memberships = async () =>
      (
        await atDesk(companyId, (ctx) =>
          ctx.db
            .select({ queueId: userQueues.queueId })
            .from(userQueues)
            .where(and(eq(userQueues.companyId, companyId), eq(userQueues.userId, rui.id))),
        )
      ).map(({ queueId }) => queueId);
    await move(queue.id, support.id);
    expect((await memberships()).toSorted()).toEqual([queue.id, support.id].toSorted());
    const before = await told();
    await move(support.id, queue.id);
    expect(await told()).toBe(before);
    await move(support.id);
    expect(await memberships()).toEqual([support.id]);
    expect(await told()).toBeGreaterThan(before);
    expect((await refusal(move(other.queue.id))).code).toBe("ERR_NO_QUEUE_FOUND");
    expect(await memberships()).toEqual([support.id]);
  });

  test("keeps every column when the new e-mail is taken", async () => {
    const before = await rowOf(rui.id);
    const change = { name: "Outro", email: `${company.ana.id}@teste.example`, passwordHash: "nova" };
    await givenSession(rui);
    expect((await refusal(acting(rui, (ctx) => changeUser(ctx, rui.id, change)))).code).toBe("ERR_VALIDATION");
    expect(await rowOf(rui.id)).toEqual(before);
    expect(await acting(rui, (ctx) => listSessions(ctx, rui.id))).toHaveLength(1);
  });
});

describe("the sessions of a user", () => {
  test("are listed from the last seen one, without expired ones", async () => {
    const { companyId } = company;
    const now = new Date("2026-05-04T12:00:00Z");
    const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
    const session = (device: string, lastSeenAt: Date, expiresAt: Date) => ({
      ...{ companyId, userId: rui.id, id: randomUUID() },
      ...{ device, lastSeenAt, expiresAt },
    });
    await atDesk(companyId, (ctx) =>
      ctx.db
        .insert(sessions)
        .values([
          session("velha", later(-9), later(1)),
          session("nova", later(-1), later(1)),
          session("vencida", later(-2), now),
        ]),
    );
    const listed = await acting(rui, (ctx) => listSessions(ctx, rui.id), now);
    expect(listed.map(({ device, lastSeenAt }) => [device, lastSeenAt])).toEqual([
      ["nova", later(-1)],
      ["velha", later(-9)],
    ]);
  });

  test("are told when they end, and why", async () => {
    const told: string[] = [];
    const listening = await testDatabase().listen(SESSIONS_CHANNEL, (payload) => told.push(payload));
    const [one, second, kept] = [await givenSession(rui), await givenSession(rui), await givenSession(rui)];
    await acting(rui, (ctx) => signOutSession(ctx, rui.id, one.publicId));
    await atDesk(company.companyId, (ctx) => endUserSessions(ctx.db, rui, "elsewhere", kept.id));
    await asAdmin((ctx) => deleteUser(ctx, rui.id));
    await expect.poll(() => told).toContain(JSON.stringify({ id: kept.id, reason: "ended" }));
    const ours = told
      .map((payload) => JSON.parse(payload))
      .filter(({ id }) => [one.id, second.id, kept.id].includes(id));
    expect(ours).toEqual([
      { id: one.id, reason: "ended" },
      { id: second.id, reason: "elsewhere" },
      { id: kept.id, reason: "ended" },
    ]);
    await listening.unlisten();
  });

  test("end for one company's user only", async () => {
    const theirs = await givenSession(other.ana);
    await atDesk(company.companyId, (ctx) => endUserSessions(ctx.db, { ...rui, id: other.ana.id }, "ended"));
    expect(await acting(other.ana, (ctx) => listSessions(ctx, other.ana.id))).toMatchObject([{ id: theirs.publicId }]);
  });
});

test("a user's open tickets are counted, not the pending and closed ones", async () => {
  const given = { companyId: company.companyId, queueId: company.queue.id, userId: rui.id };
  for (const status of ["open", "open", "pending", "closed"] as const) await givenTicket({ ...given, status });
  expect(await asAdmin((ctx) => countOpenTickets(ctx, rui.id))).toBe(2);
  expect(await acting(other.admin, (ctx) => countOpenTickets(ctx, rui.id))).toBe(0);
});

test("users are found by words in any order, with their queues in menu order", async () => {
  const { companyId, queue, support } = company;
  await atDesk(companyId, (ctx) => ctx.db.update(queues).set({ position: 2 }).where(eq(queues.id, queue.id)));
  const name = `Otávio ${randomUUID()}`;
  const { id } = await givenAgent({ companyId, name, queueIds: [queue.id, support.id] });
  const found = await acting(company.ana, (ctx) => pageOfUsers(ctx, { search: `${name.slice(7, 20)} OTAVIO` }));
  expect(found).toMatchObject({ users: [{ id, email: "" }], hasMore: false });
  expect(found.users[0]?.queues.map((each) => each.name)).toEqual(["Suporte", "Vendas"]);
  expect((await atDesk(companyId, (ctx) => findSignedInUser(ctx.db, companyId, id)))?.queues).toEqual(
    found.users[0]?.queues,
  );
  expect((await acting(other.admin, (ctx) => pageOfUsers(ctx, { search: name }))).users).toEqual([]);
});

test("every colleague is listed with profile and queues, and no other company's", async () => {
  const listed = await atDesk(other.companyId, listUsers);
  expect(listed).toEqual([
    { id: other.ana.id, name: "Ana", profile: "user", queueIds: [other.queue.id] },
    { id: other.bia.id, name: "Bia", profile: "user", queueIds: [other.support.id] },
    { id: other.admin.id, name: "Marina", profile: "admin", queueIds: [] },
  ]);
});

test.each([
  ["disabled", true],
  ["enabled", false],
])(
  "an actor may answer others' tickets by the setting: only the assignee answers is %s",
  async (value, answersOthers) => {
    const { companyId } = company;
    const setting = { companyId, key: "onlyAssigneeAnswers", value };
    await atDesk(companyId, (ctx) =>
      ctx.db
        .insert(settings)
        .values(setting)
        .onConflictDoUpdate({ target: [settings.companyId, settings.key], set: { value } }),
    );
    const load = (of: typeof company) => atDesk(of.companyId, (ctx) => loadActor(ctx.db, of.companyId, of.admin.id));
    expect(await load(company)).toEqual({ ...company.admin, answersOthers });
    expect(await load(other)).toMatchObject({ answersOthers: false });
  },
);

test("a signed-in user is shown with company, connection and rights", async () => {
  const { companyId, connection } = company;
  await atDesk(companyId, (ctx) =>
    ctx.db.update(users).set({ connectionId: connection.id, allHistoric: true }).where(eq(users.id, rui.id)),
  );
  const shown = await atDesk(companyId, (ctx) => findSignedInUser(ctx.db, companyId, rui.id));
  const rights = { allTicket: false, allUserChat: false, allHistoric: true };
  expect(shown).toMatchObject({ id: rui.id, connectionId: connection.id, ...rights, company: { id: companyId } });
  expect(shown).not.toHaveProperty("passwordHash");
});
