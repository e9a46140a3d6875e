import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { usualHours } from "../../../contracts/hours.ts";
import { schema } from "../../../db/index.ts";
import { givenCompany, givenTicket, testDatabase } from "../../../db/testing/given.ts";
import { acting, refusal } from "../../testing.ts";
import {
  addQueueOption,
  changeQueueOption,
  createQueue,
  deleteQueue,
  deleteQueueOption,
  listQueueOptions,
  listQueues,
  requireQueue,
  updateQueue,
} from "./index.ts";
import { givenQueue as queue } from "./testing.ts";

const { tickets, messages, userQueues, connections } = schema;

test("an admin creates, changes and deletes a queue; it starts with default hours", async () => {
  const { admin, ana } = await givenCompany();
  const id = randomUUID();
  for (const _time of ["first", "again"]) await acting(admin, (ctx) => createQueue(ctx, { ...queue(), id }));
  expect((await acting(ana, listQueues)).map(({ name }) => name)).toEqual(["Financeiro", "Suporte", "Vendas"]);
  expect(await acting(ana, (ctx) => requireQueue(ctx, id))).toMatchObject({ schedules: usualHours, token: "" });
  const closed = usualHours.map((day) => ({ ...day, startTime: "00:00", endTime: "00:00" }));
  const changed = { ...queue({ name: "Cobrança", token: "chave", position: 3 }), schedules: closed };
  expect(await acting(admin, (ctx) => updateQueue(ctx, id, changed))).toMatchObject({ token: "chave" });
  await acting(admin, (ctx) => updateQueue(ctx, id, queue({ name: "Cobrança", token: "chave" })));
  expect(await acting(ana, (ctx) => requireQueue(ctx, id))).toMatchObject({ token: "", schedules: closed });
  await acting(admin, (ctx) => deleteQueue(ctx, id));
  expect(await refusal(acting(admin, (ctx) => requireQueue(ctx, id)))).toMatchObject({ code: "ERR_NO_QUEUE_FOUND" });
});

test("agents cannot change queues, and another company's queue does not exist", async () => {
  const [own, other] = [await givenCompany(), await givenCompany()];
  const { id } = own.queue;
  const option = { queueId: id, parentId: null, title: "Boleto", message: "" };
  const made = await acting(own.admin, (ctx) => addQueueOption(ctx, option));
  const verbs = [
    (agent: typeof own.ana) => acting(agent, (ctx) => updateQueue(ctx, id, queue())),
    (agent: typeof own.ana) => acting(agent, (ctx) => deleteQueue(ctx, id)),
    (agent: typeof own.ana) => acting(agent, (ctx) => addQueueOption(ctx, option)),
    (agent: typeof own.ana) => acting(agent, (ctx) => changeQueueOption(ctx, made.id, option)),
    (agent: typeof own.ana) => acting(agent, (ctx) => deleteQueueOption(ctx, made.id)),
  ];
  for (const verb of verbs) {
    expect(await refusal(verb(own.ana))).toMatchObject({ code: "ERR_NO_PERMISSION" });
    expect((await refusal(verb(other.admin))).code).toMatch(/^ERR_NO_QUEUE_(OPTION_)?FOUND$/);
  }
  expect(await refusal(acting(own.ana, (ctx) => createQueue(ctx, queue())))).toMatchObject({
    code: "ERR_NO_PERMISSION",
  });
  expect(await refusal(acting(other.ana, (ctx) => listQueueOptions(ctx, id)))).toMatchObject({
    code: "ERR_NO_QUEUE_FOUND",
  });
  expect(await acting(own.ana, (ctx) => listQueueOptions(ctx, id))).toMatchObject([{ title: "Boleto" }]);
});

test.each([
  ["a name of one letter", { name: "F" }, "ERR_QUEUE_INVALID_NAME"],
  ["a name too long", { name: "F".repeat(51) }, "ERR_QUEUE_INVALID_NAME"],
  ["no colour", { color: "" }, "ERR_QUEUE_INVALID_COLOR"],
  ["a colour that is none", { color: "verde" }, "ERR_QUEUE_INVALID_COLOR"],
  ["a colour too long", { color: "#1d7f521d7f" }, "ERR_QUEUE_INVALID_COLOR"],
  ["another queue's name", { name: "VENDAS" }, "ERR_QUEUE_NAME_ALREADY_EXISTS"],
  ["another queue's colour", { color: "#1d7f52" }, "ERR_QUEUE_COLOR_ALREADY_EXISTS"],
])("%s is refused", async (_name, change, code) => {
  const { admin, support } = await givenCompany();
  expect(await refusal(acting(admin, (ctx) => createQueue(ctx, queue(change))))).toMatchObject({ code });
  expect(await refusal(acting(admin, (ctx) => updateQueue(ctx, support.id, queue(change))))).toMatchObject({ code });
});

test("of two admins who create the same queue at once, the second is refused with the reason", async () => {
  const { admin } = await givenCompany();
  const attempts = await Promise.all(
    Array.from({ length: 4 }, () => refusal(acting(admin, (ctx) => createQueue(ctx, queue())))),
  );
  const codes = attempts.map(({ code }) => code as string).sort();
  expect(codes).toEqual([...Array(3).fill("ERR_QUEUE_NAME_ALREADY_EXISTS"), "nothing was refused"]);
});

test("a deleted queue leaves its tickets without one and their messages readable", async () => {
  const { companyId, queue: sales, support, admin, ana } = await givenCompany();
  const own = await givenTicket({ companyId, queueId: sales.id, status: "open", userId: ana.id });
  const moved = await givenTicket({ companyId, queueId: support.id });
  const written = (ticket: { id: string; contactId: string }) => ({
    companyId,
    id: randomUUID(),
    ticketId: ticket.id,
    contactId: ticket.contactId,
    queueId: sales.id,
    fromMe: false,
    body: "Tem a jarra azul?",
  });
  await testDatabase().company(companyId, (tx) => tx.insert(messages).values([written(own), written(moved)]));
  await acting(admin, (ctx) => deleteQueue(ctx, sales.id));
  const left = await acting(admin, async (ctx) => ({
    tickets: await ctx.db.select().from(tickets),
    messages: await ctx.db.select().from(messages),
    users: await ctx.db.select().from(userQueues).where(eq(userQueues.userId, ana.id)),
  }));
  const queueOf = (rows: { id?: string; ticketId?: string; queueId: string | null }[], id: string) =>
    rows.find((row) => row.id === id || row.ticketId === id)?.queueId;
  expect(queueOf(left.tickets, own.id)).toBeNull();
  expect(queueOf(left.messages, own.id)).toBeNull();
  // Messages that the other queue could not read stay hidden.
  expect(queueOf(left.messages, moved.id)).toBe(sales.id);
  expect(queueOf(left.tickets, moved.id)).toBe(support.id);
  expect(left.users).toEqual([]);
});

test("a queue that a connection redirects to cannot be deleted; the error names the connection", async () => {
  const { admin, support } = await givenCompany();
  const redirect = { redirectAfterMinutes: 5, redirectQueueId: support.id };
  await acting(admin, ({ db }) => db.update(connections).set(redirect));
  expect(await refusal(acting(admin, (ctx) => deleteQueue(ctx, support.id)))).toEqual({
    code: "ERR_QUEUE_REDIRECTED_TO",
    details: { connections: ["Loja"] },
  });
});

test("a queue's menu is numbered from 1 on every level after adding, moving and deleting options", async () => {
  const { admin, queue: sales, support } = await givenCompany();
  const queueId = sales.id;
  const line = (title: string, parentId: string | null = null, position?: number) => ({
    queueId,
    parentId,
    title,
    message: `Sobre ${title}`,
    position,
  });
  const add = (...args: Parameters<typeof line>) => acting(admin, (ctx) => addQueueOption(ctx, line(...args)));
  const menu = async (parentId: string | null) =>
    (await acting(admin, (ctx) => listQueueOptions(ctx, queueId, parentId))).map(
      ({ position, title }) => `${position} ${title}`,
    );
  const [boleto, troca] = [await add("Boleto"), await add("Troca")];
  const prazo = await add("Prazo", null, 1);
  expect(await menu(null)).toEqual(["1 Prazo", "2 Boleto", "3 Troca"]);
  await add("Segunda via", boleto.id);
  await acting(admin, (ctx) => changeQueueOption(ctx, troca.id, line("Trocas", null, 1)));
  expect(await menu(null)).toEqual(["1 Trocas", "2 Prazo", "3 Boleto"]);
  await acting(admin, (ctx) => changeQueueOption(ctx, prazo.id, line("Prazo", boleto.id)));
  expect([await menu(null), await menu(boleto.id)]).toEqual([
    ["1 Trocas", "2 Boleto"],
    ["1 Segunda via", "2 Prazo"],
  ]);
  const circle = acting(admin, (ctx) => changeQueueOption(ctx, boleto.id, line("Boleto", prazo.id)));
  expect(await refusal(circle)).toMatchObject({
    code: "ERR_VALIDATION",
    details: { fields: { parentId: ["circle"] } },
  });
  const elsewhere = acting(admin, (ctx) => addQueueOption(ctx, { ...line("Outra", boleto.id), queueId: support.id }));
  expect(await refusal(elsewhere)).toMatchObject({ code: "ERR_NO_QUEUE_OPTION_FOUND" });
  await acting(admin, (ctx) => deleteQueueOption(ctx, boleto.id));
  expect(await acting(admin, (ctx) => listQueueOptions(ctx, queueId))).toMatchObject([
    { title: "Trocas", position: 1 },
  ]);
});

test("saving a whole menu moves, changes and deletes options, and takes none from another queue", async () => {
  const { admin, queue: sales, support } = await givenCompany();
  const [a, b, c, d] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const line = (id: string, parentId: string | null, title: string) => ({ id, parentId, title, message: "" });
  const save = (queueId: string, menu: ReturnType<typeof line>[], color: string) =>
    acting(admin, (ctx) => updateQueue(ctx, queueId, { ...queue({ name: queueId, color }), menu }));
  const menuOf = async (queueId: string) =>
    (await acting(admin, (ctx) => listQueueOptions(ctx, queueId)))
      .map(({ title, position, parentId }) => `${position} ${title}${parentId ? ` under ${parentId}` : ""}`)
      .sort();
  await save(sales.id, [line(a, null, "Boleto"), line(b, a, "Segunda via"), line(c, null, "Troca")], "#111111");
  expect(await menuOf(sales.id)).toEqual(["1 Boleto", `1 Segunda via under ${a}`, "2 Troca"]);
  await save(sales.id, [line(c, null, "Trocas"), line(b, c, "Segunda via"), line(d, null, "Prazo")], "#111111");
  expect(await menuOf(sales.id)).toEqual([`1 Segunda via under ${c}`, "1 Trocas", "2 Prazo"]);
  const stolen = save(support.id, [line(c, null, "Levada")], "#222222");
  expect(await refusal(stolen)).toMatchObject({ code: "ERR_VALIDATION" });
  expect(await menuOf(support.id)).toEqual([]);
  await acting(admin, (ctx) => updateQueue(ctx, sales.id, queue({ color: "#111111" })));
  expect(await menuOf(sales.id)).toHaveLength(3);
  await save(sales.id, [], "#111111");
  expect(await menuOf(sales.id)).toEqual([]);
});
