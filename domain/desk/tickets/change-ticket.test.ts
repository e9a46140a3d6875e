import { asc, eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { schema } from "../../../db/index.ts";
import { type GivenAgent, givenAgent, givenCompany, givenTicket } from "../../../db/testing/given.ts";
import { acting, atDesk, refusal } from "../../testing.ts";
import { changeTicket, requireTicket } from "./index.ts";

const { ticketEvents } = schema;
type Change = Parameters<typeof changeTicket>[2];
type Status = "pending" | "open" | "closed";

let desk: Awaited<ReturnType<typeof givenCompany>> & { carla: GivenAgent; stranger: GivenAgent };
beforeAll(async () => {
  const company = await givenCompany();
  const carla = await givenAgent({ companyId: company.companyId, name: "Carla", queueIds: [company.queue.id] });
  desk = { ...company, carla, stranger: (await givenCompany()).admin };
});

/** A ticket of Vendas; open and closed ones are Ana's. */
function givenOf(status: Status) {
  const { companyId, queue, connection, ana } = desk;
  const userId = status === "pending" ? null : ana.id;
  return givenTicket({ companyId, queueId: queue.id, connectionId: connection.id, status, userId });
}
const eventsOf = (ticketId: string) =>
  atDesk(desk.companyId, async ({ db }) => {
    const ofTicket = eq(ticketEvents.ticketId, ticketId);
    const rows = await db.select().from(ticketEvents).where(ofTicket).orderBy(asc(ticketEvents.id));
    return rows.map(({ type }) => type);
  });

const vendas = () => desk.queue.id;
const suporte = () => desk.support.id;
const ana = () => desk.ana.id;
const bia = () => desk.bia.id;
const carla = () => desk.carla.id;
const nobody = () => null;

type Fields = { status?: Status; userId?: () => string | null; queueId?: () => string | null };
const toChange = ({ status, userId, queueId }: Fields): Change => ({
  ...(status && { status }),
  ...(userId && { userId: userId() }),
  ...(queueId && { queueId: queueId() }),
});

/** From, the fields that Ana sends, the events that follow, and the ticket's status, agent and queue afterwards. */
test.each<[string, Status, Fields, string[], [Status, () => string | null, () => string | null]]>([
  ["no fields: nothing", "open", {}, [], ["open", ana, vendas]],
  ["open, of an own open one: nothing", "open", { status: "open" }, [], ["open", ana, vendas]],
  ["open, with its own agent: nothing", "open", { status: "open", userId: ana }, [], ["open", ana, vendas]],
  ["no agent alone: a return", "open", { userId: nobody }, ["returned"], ["pending", nobody, vendas]],
  ["no queue alone: nothing", "open", { queueId: nobody }, [], ["open", ana, vendas]],
  ["pending: a return", "open", { status: "pending" }, ["returned"], ["pending", nobody, vendas]],
  [
    "pending, with a queue: a transfer",
    "open",
    { status: "pending", queueId: suporte },
    ["transferred"],
    ["pending", nobody, suporte],
  ],
  [
    "pending, with a queue and an agent: a transfer to the queue",
    "open",
    { status: "pending", queueId: vendas, userId: carla },
    ["transferred"],
    ["pending", nobody, vendas],
  ],
  ["a queue alone: a transfer to it", "open", { queueId: suporte }, ["transferred"], ["pending", nobody, suporte]],
  ["an agent alone: a transfer to them", "open", { userId: carla }, ["transferred"], ["open", carla, vendas]],
  [
    "queue and agent: a transfer to both",
    "open",
    { queueId: suporte, userId: bia },
    ["transferred"],
    ["open", bia, suporte],
  ],
  [
    "open, with a colleague: a transfer",
    "open",
    { status: "open", userId: carla },
    ["transferred"],
    ["open", carla, vendas],
  ],
  [
    "closed: a closing, whatever else is named",
    "open",
    { status: "closed", userId: bia, queueId: suporte },
    ["closed"],
    ["closed", ana, vendas],
  ],
  ["closed, of a pending one: a closing", "pending", { status: "closed" }, ["closed"], ["closed", ana, vendas]],
  ["open, of a pending one: an acceptance", "pending", { status: "open" }, ["accepted"], ["open", ana, vendas]],
  [
    "open, of a pending one, in another queue: an acceptance and a transfer",
    "pending",
    { status: "open", queueId: suporte },
    ["accepted", "transferred"],
    ["open", ana, suporte],
  ],
  [
    "open, of a pending one, for a colleague: a transfer",
    "pending",
    { status: "open", userId: carla },
    ["transferred"],
    ["open", carla, vendas],
  ],
  ["open, of a closed one: a reopening", "closed", { status: "open" }, ["reopened"], ["open", ana, vendas]],
  [
    "open, of a closed one, for a colleague: a reopening and a transfer",
    "closed",
    { status: "open", userId: carla },
    ["reopened", "transferred"],
    ["open", carla, vendas],
  ],
  [
    "open, of a closed one, in another queue: a reopening and a transfer that keeps the agent",
    "closed",
    { status: "open", queueId: suporte },
    ["reopened", "transferred"],
    ["open", ana, suporte],
  ],
])("a change to %s", async (_name, from, fields, events, [status, userId, queueId]) => {
  const { id } = await givenOf(from);
  const changed = await acting(desk.ana, (ctx) => changeTicket(ctx, id, toChange(fields)));
  const expected = { id, status, userId: userId(), queueId: queueId() };
  expect(changed).toMatchObject(expected);
  expect(await acting(desk.admin, (ctx) => requireTicket(ctx, id))).toMatchObject(expected);
  expect(await eventsOf(id)).toEqual(events);
});

test.each<[string, Status, Fields, string]>([
  ["closing a closed ticket", "closed", { status: "closed" }, "ERR_TICKET_CLOSED"],
  ["returning a closed ticket", "closed", { status: "pending" }, "ERR_TICKET_CLOSED"],
  ["transferring a closed ticket", "closed", { queueId: suporte }, "ERR_TICKET_CLOSED"],
  ["returning a pending ticket", "pending", { status: "pending" }, "ERR_TICKET_NOT_OPEN"],
  ["removing the agent of a pending ticket", "pending", { userId: nobody }, "ERR_TICKET_NOT_OPEN"],
])("%s by fields is refused like the verb, and records nothing", async (_name, from, fields, code) => {
  const { id } = await givenOf(from);
  expect((await refusal(acting(desk.ana, (ctx) => changeTicket(ctx, id, toChange(fields))))).code).toBe(code);
  expect(await eventsOf(id)).toEqual([]);
});

test("a refused transfer after a reopening leaves the ticket closed", async () => {
  const { id } = await givenOf("closed");
  const change = { status: "open", userId: desk.stranger.id } as const;
  const attempt = acting(desk.ana, (ctx) => changeTicket(ctx, id, change));
  expect((await refusal(attempt)).code).toBe("ERR_NO_USER_FOUND");
  expect(await acting(desk.ana, (ctx) => requireTicket(ctx, id))).toMatchObject({ status: "closed" });
  expect(await eventsOf(id)).toEqual([]);
});

test("a colleague cannot take an open ticket by naming themselves, and another company does not find it", async () => {
  const { id } = await givenOf("open");
  const take = (agent: GivenAgent, change: Change) => refusal(acting(agent, (ctx) => changeTicket(ctx, id, change)));
  expect((await take(desk.carla, { status: "open", userId: carla() })).code).toBe("ERR_TICKET_NOT_PENDING");
  expect((await take(desk.carla, { userId: carla() })).code).toBe("ERR_NO_PERMISSION");
  expect((await take(desk.stranger, {})).code).toBe("ERR_NO_TICKET_FOUND");
});
