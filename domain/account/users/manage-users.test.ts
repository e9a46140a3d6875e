import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { schema } from "../../../db/index.ts";
import { type GivenAgent, givenAgent, givenCompany, givenSession, givenTicket } from "../../../db/testing/given.ts";
import { listTimeline } from "../../desk/tickets/index.ts";
import { deleteUser } from "../../office/departures/index.ts";
import { acting, refusal } from "../../testing.ts";
import {
  addUser,
  changeUser,
  countOpenTickets,
  listSessions,
  loadActor,
  markOnline,
  pageOfUsers,
  requireUser,
  signOutSession,
  usersToPick,
} from "./index.ts";

const { users, sessions, tickets } = schema;

const newUser = (change: object = {}) => ({
  name: "Rui Matos",
  email: `${randomUUID()}@teste.example`,
  passwordHash: "cifrada",
  ...change,
});

test("an admin creates a colleague with queues, a connection and rights, and changes all of it", async () => {
  const { admin, queue, support, connection } = await givenCompany();
  const rights = { queueIds: [queue.id], connectionId: connection.id, allTicket: true, profile: "supervisor" as const };
  const { id } = await acting(admin, (ctx) => addUser(ctx, newUser(rights)));
  expect(await acting(admin, (ctx) => requireUser(ctx, id))).toMatchObject({
    profile: "supervisor",
    connectionId: connection.id,
    allTicket: true,
    queues: [{ id: queue.id, name: "Vendas" }],
  });
  const change = { name: "Rui", queueIds: [support.id], connectionId: null, allTicket: false, allHistoric: true };
  await acting(admin, (ctx) => changeUser(ctx, id, { ...change, profile: "user" }));
  expect(await acting(admin, (ctx) => requireUser(ctx, id))).toMatchObject({
    name: "Rui",
    profile: "user",
    connectionId: null,
    allTicket: false,
    allHistoric: true,
    queues: [{ id: support.id }],
  });
  expect(await acting(admin, (ctx) => loadActor(ctx.db, ctx.companyId, id))).toMatchObject({
    queueIds: [support.id],
    allHistoric: true,
  });
});

test("only admins create, change and delete colleagues; another company's user does not exist", async () => {
  const [own, other] = [await givenCompany(), await givenCompany()];
  expect(await refusal(acting(own.ana, (ctx) => addUser(ctx, newUser())))).toMatchObject({ code: "ERR_NO_PERMISSION" });
  const verbs = [
    (agent: GivenAgent) => acting(agent, (ctx) => changeUser(ctx, own.bia.id, { name: "Invasora" })),
    (agent: GivenAgent) => acting(agent, (ctx) => deleteUser(ctx, own.bia.id)),
    (agent: GivenAgent) => acting(agent, (ctx) => listSessions(ctx, own.bia.id)),
    (agent: GivenAgent) => acting(agent, (ctx) => signOutSession(ctx, own.bia.id, randomUUID())),
  ];
  for (const verb of verbs) {
    expect(await refusal(verb(own.ana))).toMatchObject({ code: "ERR_NO_PERMISSION" });
    expect(await refusal(verb(other.admin))).toMatchObject({ code: "ERR_NO_USER_FOUND" });
  }
});

test("users change themselves, but not their own rights", async () => {
  const { ana, support } = await givenCompany();
  const raised = { name: "Ana Prado", profile: "admin" as const, queueIds: [support.id], allHistoric: true };
  await acting(ana, (ctx) => changeUser(ctx, ana.id, raised));
  const row = await acting(ana, (ctx) => requireUser(ctx, ana.id));
  expect(row).toMatchObject({ name: "Ana Prado", profile: "user", allHistoric: false, queues: [{ name: "Vendas" }] });
});

test("another company's queue or connection is refused, and a taken e-mail is reported", async () => {
  const [own, other] = [await givenCompany(), await givenCompany()];
  const { admin, ana, bia } = own;
  const change = (what: object) => refusal(acting(admin, (ctx) => changeUser(ctx, ana.id, what)));
  expect(await change({ queueIds: [other.queue.id] })).toMatchObject({ code: "ERR_NO_QUEUE_FOUND" });
  expect(await change({ connectionId: other.connection.id })).toMatchObject({ code: "ERR_NO_WAPP_FOUND" });
  const taken = { code: "ERR_VALIDATION", details: { fields: { email: ["taken"] } } };
  expect(await change({ email: `${bia.id}@teste.example` })).toEqual(taken);
  expect(await change({ email: `${other.ana.id}@teste.example` })).toEqual(taken);
});

test("the last admin stays one, also when two demote each other at once", async () => {
  const { companyId, admin, ana } = await givenCompany();
  const last = { code: "ERR_LAST_ADMIN", details: { id: admin.id } };
  expect(await refusal(acting(admin, (ctx) => changeUser(ctx, admin.id, { profile: "user" })))).toEqual(last);
  expect(await refusal(acting(admin, (ctx) => deleteUser(ctx, admin.id)))).toEqual(last);
  const second = await givenAgent({ companyId, name: "Otília", profile: "admin" });
  const attempts = await Promise.all([
    refusal(acting(admin, (ctx) => changeUser(ctx, second.id, { profile: "user" }))),
    refusal(acting(second, (ctx) => deleteUser(ctx, admin.id))),
  ]);
  expect(attempts.map(({ code }) => code as string).sort()).toEqual(["ERR_LAST_ADMIN", "nothing was refused"]);
  const admins = await acting(ana, (ctx) => ctx.db.select().from(users).where(eq(users.profile, "admin")));
  expect(admins).toHaveLength(1);
});

test("a deleted user's open tickets return to their queues, and the events say who returned them", async () => {
  const { companyId, queue, admin, ana } = await givenCompany();
  const given = { companyId, queueId: queue.id, userId: ana.id };
  const open = await givenTicket({ ...given, status: "open" });
  const closed = await givenTicket({ ...given, status: "closed" });
  await givenSession(ana, "Chrome, Linux");
  expect(await acting(admin, (ctx) => countOpenTickets(ctx, ana.id))).toBe(1);
  await acting(admin, (ctx) => deleteUser(ctx, ana.id));
  const rows = await acting(admin, (ctx) => ctx.db.select().from(tickets));
  expect(rows.find(({ id }) => id === open.id)).toMatchObject({ status: "pending", userId: null, queueId: queue.id });
  expect(rows.find(({ id }) => id === closed.id)).toMatchObject({ status: "closed", userId: ana.id });
  expect(await acting(admin, (ctx) => listTimeline(ctx, open.id))).toMatchObject([
    { type: "returned", user: { name: "Marina" } },
  ]);
  expect(await acting(admin, (ctx) => ctx.db.select().from(sessions))).toEqual([]);
  expect(await refusal(acting(admin, (ctx) => requireUser(ctx, ana.id)))).toMatchObject({ code: "ERR_NO_USER_FOUND" });
});

test("a new password ends every other session; a new name ends none", async () => {
  const { companyId, admin, ana } = await givenCompany();
  const [kept, other] = [await givenSession(ana, "Chrome, Linux"), await givenSession(ana, "Firefox, Android")];
  await acting(admin, (ctx) => changeUser(ctx, ana.id, { name: "Ana P." }));
  const devices = async () => (await acting(admin, (ctx) => listSessions(ctx, ana.id))).map(({ device }) => device);
  expect((await devices()).sort()).toEqual([kept.device, other.device]);
  const change = { passwordHash: "nova", keptSessionId: kept.id };
  await acting({ ...ana, companyId }, (ctx) => changeUser(ctx, ana.id, change));
  expect(await devices()).toEqual([kept.device]);
  await acting(admin, (ctx) => changeUser(ctx, ana.id, { passwordHash: "outra" }));
  expect(await devices()).toEqual([]);
});

test("sessions are named by a public id and can be signed out one by one", async () => {
  const { admin, ana } = await givenCompany();
  const [desktop, phone] = [await givenSession(ana, "Chrome, Linux"), await givenSession(ana, "Safari, iOS")];
  const listed = await acting(ana, (ctx) => listSessions(ctx, ana.id, desktop.id));
  expect(new Map(listed.map((one) => [one.id, [one.device, one.isCurrent]]))).toEqual(
    new Map([
      [desktop.publicId, ["Chrome, Linux", true]],
      [phone.publicId, ["Safari, iOS", false]],
    ]),
  );
  expect(JSON.stringify(listed)).not.toContain(desktop.id);
  await acting(admin, (ctx) => signOutSession(ctx, ana.id, phone.publicId));
  expect(await acting(ana, (ctx) => listSessions(ctx, ana.id))).toMatchObject([{ device: "Chrome, Linux" }]);
  const again = acting(admin, (ctx) => signOutSession(ctx, ana.id, phone.publicId));
  expect(await refusal(again)).toMatchObject({ code: "ERR_NO_SESSION_FOUND" });
  // Under another user's id the session does not exist.
  const foreign = acting(admin, (ctx) => signOutSession(ctx, admin.id, desktop.publicId));
  expect(await refusal(foreign)).toMatchObject({ code: "ERR_NO_SESSION_FOUND" });
});

test("users are listed by name, found by parts of name and e-mail, 20 per page, with their online state", async () => {
  const { companyId, ana, admin } = await givenCompany();
  await Promise.all(
    Array.from({ length: 19 }, (_, index) =>
      givenAgent({ companyId, name: `Zélia w${String(index).padStart(2, "0")}` }),
    ),
  );
  await acting(ana, (ctx) => markOnline(ctx, [ana.id]));
  const [first, second] = [
    await acting(ana, (ctx) => pageOfUsers(ctx, {})),
    await acting(ana, (ctx) => pageOfUsers(ctx, { page: 2 })),
  ];
  expect([first.users.length, first.hasMore, second.users.length, second.hasMore]).toEqual([20, true, 2, false]);
  expect(first.users[0]).toMatchObject({ name: "Ana", isOnline: true });
  expect(first.users[1]).toMatchObject({ name: "Bia", isOnline: false });
  const found = await acting(ana, (ctx) => pageOfUsers(ctx, { search: "zelia W07" }));
  expect(found.users.map(({ name }) => name)).toEqual(["Zélia w07"]);
  expect((await acting(ana, (ctx) => pageOfUsers(ctx, { search: "100%" }))).users).toEqual([]);
  const byEmail = (agent: GivenAgent) => acting(agent, (ctx) => usersToPick(ctx, ana.id));
  expect(await byEmail(admin)).toMatchObject([{ name: "Ana", email: `${ana.id}@teste.example` }]);
  expect(await byEmail(ana)).toEqual([]);
  expect(first.users.filter(({ email }) => email !== "").map(({ name }) => name)).toEqual(["Ana"]);
  expect(JSON.stringify(first)).not.toMatch(/hash/i);
});

test("a company's admin can neither change nor delete the platform's owner; another owner can", async () => {
  const { companyId, admin } = await givenCompany();
  const owner = await givenAgent({ companyId, name: "Sandra", profile: "admin", isSuper: true });
  const other = await givenAgent({ companyId, name: "Saulo", profile: "admin", isSuper: true });
  const attempts = [
    acting(admin, (ctx) => changeUser(ctx, owner.id, { passwordHash: "outra" })),
    acting(admin, (ctx) => changeUser(ctx, owner.id, { profile: "user" })),
    acting(admin, (ctx) => deleteUser(ctx, owner.id)),
  ];
  for (const refused of await Promise.all(attempts.map(refusal)))
    expect(refused).toMatchObject({ code: "ERR_NO_PERMISSION" });
  await acting(owner, (ctx) => changeUser(ctx, owner.id, { name: "Sandra Lins" }));
  await acting(other, (ctx) => changeUser(ctx, owner.id, { profile: "user" }));
  await acting(other, (ctx) => deleteUser(ctx, owner.id));
  expect(await refusal(acting(admin, (ctx) => requireUser(ctx, owner.id)))).toMatchObject({
    code: "ERR_NO_USER_FOUND",
  });
});
