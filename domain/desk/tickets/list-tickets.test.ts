import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { syncWindow } from "../../../contracts/sync.ts";
import { schema } from "../../../db/index.ts";
import { type GivenAgent, givenCompany, givenContact, givenTicket } from "../../../db/testing/given.ts";
import { acting, atDesk, refusal } from "../../testing.ts";
import {
  closedTicketIds,
  findTicketView,
  keepsContactOf,
  listTickets,
  loadTicketView,
  ticketKindsOf,
  ticketScopesBy,
  ticketsOfContact,
  unreadCounts,
  visibleTicketIds,
  windowContacts,
  windowTickets,
} from "./index.ts";

const { companies, contactFields } = schema;
const DAY_MS = 86_400_000;
const now = new Date("2026-07-01T13:00:00Z");
const ago = (days: number, ms = 0) => new Date(now.getTime() - days * DAY_MS + ms);

type Filter = Parameters<typeof listTickets>[1];
let stranger: GivenAgent;
beforeAll(async () => {
  stranger = (await givenCompany()).admin;
});

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).sort();
const list = async (agent: GivenAgent, filter: Filter) =>
  idsOf((await acting(agent, (ctx) => listTickets(ctx, filter))).tickets);

test("a day of creation or of the last change is a day in the company's time zone", async () => {
  const { companyId, admin } = await givenCompany();
  await atDesk(companyId, ({ db }) =>
    db.update(companies).set({ timeZone: "America/Sao_Paulo" }).where(eq(companies.id, companyId)),
  );
  const given = (createdAt: string, updatedAt = "2026-01-01T12:00:00Z") =>
    givenTicket({ companyId, createdAt: new Date(createdAt), updatedAt: new Date(updatedAt) });
  await given("2026-07-01T02:59:59.999Z");
  const first = await given("2026-07-01T03:00:00Z");
  const last = await given("2026-07-02T02:59:59.999Z");
  const next = await given("2026-07-02T03:00:00Z", "2026-07-05T02:00:00Z");
  const both = idsOf([first, last]);
  expect(await list(admin, { date: "2026-07-01" })).toEqual(both);
  // An instant means its local day: 02:30 UTC is still the evening before.
  expect(await list(admin, { date: "2026-07-02T02:30:00.000Z" })).toEqual(both);
  expect(await list(admin, { date: "2026-07-02" })).toEqual([next.id]);
  expect(await list(admin, { updatedAt: "2026-07-04" })).toEqual([next.id]);
  expect(await list(admin, { date: "2026-07-02", updatedAt: "2026-07-05" })).toEqual([]);
});

test.each(["2026-02-30", "2026-13-01", "01/07/2026", "ontem", "2026-07-01T99:00:00Z"])(
  "the day '%s' is refused, naming the field",
  async (day) => {
    for (const field of ["date", "updatedAt"])
      expect(await refusal(acting(stranger, (ctx) => listTickets(ctx, { [field]: day })))).toEqual({
        code: "ERR_VALIDATION",
        details: { fields: { [field]: "invalid" } },
      });
  },
);

test("a filter by user is for admins, a filter by group for everyone, and an own ticket needs no queue", async () => {
  const { companyId, queue, support, admin, ana, bia } = await givenCompany();
  const own = await givenTicket({ companyId, queueId: support.id, userId: ana.id, status: "open" });
  const group = await givenTicket({ companyId, queueId: queue.id, isGroup: true });
  const other = await givenTicket({ companyId, queueId: support.id, userId: bia.id, status: "open" });
  expect(await list(admin, { userIds: [bia.id] })).toEqual([other.id]);
  expect(await list(ana, { userIds: [bia.id] })).toEqual(idsOf([own, group]));
  expect(await list(ana, { isGroup: true })).toEqual([group.id]);
  expect(await list(ana, { isGroup: false })).toEqual([own.id]);
  expect(await list(ana, { queueIds: [], tagIds: [], userIds: [], search: "  " })).toEqual(idsOf([own, group]));
  expect(await list(stranger, { queueIds: [queue.id] })).toEqual([]);
});

test("a contact's tickets, closed ones included, and a single ticket are those that the user may see", async () => {
  const { companyId, queue, support, admin, ana, bia } = await givenCompany();
  const contactId = (await givenContact({ companyId })).id;
  const sale = await givenTicket({ companyId, contactId, queueId: queue.id, status: "closed" });
  const help = await givenTicket({ companyId, contactId, queueId: support.id });
  await givenTicket({ companyId, queueId: queue.id });
  const of = async (agent: GivenAgent, page = 1) => {
    const found = await acting(agent, (ctx) => ticketsOfContact(ctx, contactId, page));
    return [idsOf(found.tickets), found.hasMore];
  };
  expect(await of(admin)).toEqual([idsOf([sale, help]), false]);
  expect(await of(ana)).toEqual([[sale.id], false]);
  expect(await of(bia)).toEqual([[help.id], false]);
  expect(await of({ ...bia, allHistoric: true })).toEqual([idsOf([sale, help]), false]);
  expect(await of(stranger)).toEqual([[], false]);
  expect(await of(admin, 2)).toEqual([[], false]);
  const sees = async (agent: GivenAgent) => (await acting(agent, (ctx) => findTicketView(ctx, sale.id)))?.id;
  expect([await sees(ana), await sees(bia), await sees(stranger)]).toEqual([sale.id, undefined, undefined]);
});

test("a loaded ticket has its contact's extra fields in order; an invisible one is refused", async () => {
  const { companyId, queue, ana, bia } = await givenCompany();
  const ticket = await givenTicket({ companyId, queueId: queue.id });
  const field = { companyId, contactId: ticket.contactId };
  await atDesk(companyId, ({ db }) =>
    db.insert(contactFields).values([
      { ...field, id: randomUUID(), name: "CPF", value: "123", position: 2 },
      { ...field, id: randomUUID(), name: "Cidade", value: "Sabará", position: 1 },
    ]),
  );
  const load = (agent: GivenAgent) => acting(agent, (ctx) => loadTicketView(ctx, ticket.id));
  expect((await load(ana)).contact.extraInfo).toMatchObject([
    { name: "Cidade", value: "Sabará" },
    { name: "CPF", value: "123" },
  ]);
  for (const agent of [bia, stranger]) expect((await refusal(load(agent))).code).toBe("ERR_NO_TICKET_FOUND");
});

/** One company with tickets inside and outside of the window of a device. */
async function givenWindow() {
  const desk = await givenCompany();
  const { companyId, queue, support } = desk;
  const of = (change: Partial<typeof schema.tickets.$inferInsert>) =>
    givenTicket({ companyId, queueId: queue.id, ...change });
  const old = ago(syncWindow.closedDays);
  const recent = ago(syncWindow.closedDays, 1);
  const kept = [
    await of({ lastMessageAt: ago(400), updatedAt: ago(400) }),
    await of({ status: "closed", closedAt: recent, lastMessageAt: ago(3) }),
    await of({ status: "closed", closedAt: null, updatedAt: recent, lastMessageAt: ago(2) }),
    await of({ status: "open", lastMessageAt: ago(1) }),
  ];
  const gone = [
    await of({ status: "closed", closedAt: old, updatedAt: now }),
    await of({ status: "closed", closedAt: null, updatedAt: old }),
    await of({ queueId: support.id }),
  ];
  return { ...desk, kept, gone };
}

test("a device keeps unclosed tickets, and closed ones of the past days, newest first and page by page", async () => {
  const { ana, kept } = await givenWindow();
  const page = (agent: GivenAgent, before?: [string, string], limit = 10) =>
    acting(agent, (ctx) => windowTickets(ctx, before, limit), now);
  const newestFirst = kept.map(({ id }) => id).reverse();
  expect((await page(ana)).map(({ id }) => id)).toEqual(newestFirst);
  const first = await page(ana, undefined, 2);
  const last = first.at(-1);
  const second = await page(ana, [last?.at ?? "", last?.id ?? ""]);
  expect([...first, ...second].map(({ id }) => id)).toEqual(newestFirst);
  expect(await page(stranger)).toEqual([]);
});

test("tickets of one instant are paged without repetition and without gaps", async () => {
  const { companyId, queue, ana } = await givenCompany();
  const ids = [];
  for (let n = 0; n < 5; n += 1) ids.push(await givenTicket({ companyId, queueId: queue.id, lastMessageAt: now }));
  const seen: string[] = [];
  let before: [string, string] | undefined;
  for (let turn = 0; turn < 5; turn += 1) {
    const [row] = await acting(ana, (ctx) => windowTickets(ctx, before, 1), now);
    if (!row) break;
    seen.push(row.id);
    before = [row.at, row.id];
  }
  expect(seen).toEqual(idsOf(ids));
});

test("a device keeps the contacts of its tickets, each once, in descending order of id", async () => {
  const { companyId, queue, ana, bia, kept, gone } = await givenWindow();
  const [first] = kept;
  await givenTicket({ companyId, queueId: queue.id, contactId: first?.contactId, connectionId: randomUUID() });
  const contactIds = kept
    .map(({ contactId }) => contactId)
    .sort()
    .reverse();
  const page = async (before?: [string, string], limit = 10) =>
    (await acting(ana, (ctx) => windowContacts(ctx, before, limit), now)).map(({ id }) => id);
  expect(await page()).toEqual(contactIds);
  expect(await page(["", contactIds[1] ?? ""])).toEqual(contactIds.slice(2));
  const all = [...kept, ...gone].map(({ contactId }) => contactId);
  const inWindow = async (agent: GivenAgent) => {
    const kinds = await acting(agent, (ctx) => ticketKindsOf(ctx, all), now);
    return new Set(all.filter((id) => keepsContactOf(agent, kinds.get(id) ?? [])));
  };
  expect(await inWindow(ana)).toEqual(new Set(contactIds));
  expect(await inWindow(bia)).toEqual(new Set(gone.slice(2).map(({ contactId }) => contactId)));
  expect(await acting(stranger, (ctx) => ticketKindsOf(ctx, all), now)).toEqual(new Map());
});

test("look-ups of tickets by id stay in the company, and only the visible ones depend on the user", async () => {
  const { companyId, queue, support, ana } = await givenCompany();
  const open = await givenTicket({ companyId, queueId: queue.id, unreadMessages: 2 });
  const hidden = await givenTicket({ companyId, queueId: support.id, status: "closed", unreadMessages: 5 });
  const ids = [open.id, hidden.id, randomUUID()];
  const contactIds = [open.contactId, hidden.contactId];
  const ask = (agent: GivenAgent) =>
    acting(agent, async (ctx) => ({
      visible: await visibleTicketIds(ctx, ids),
      byId: (await ticketScopesBy(ctx, "id", ids)).get(hidden.id),
      byContact: (await ticketScopesBy(ctx, "contactId", contactIds)).get(hidden.contactId),
      closed: await closedTicketIds(ctx, contactIds),
      unread: await unreadCounts(ctx, ids),
      none: [(await visibleTicketIds(ctx, [])).size, (await ticketScopesBy(ctx, "id", [])).size],
      noneClosed: await closedTicketIds(ctx, []),
    }));
  const scope = { contactId: hidden.contactId, status: "closed", queueId: support.id, userId: null };
  expect(await ask(ana)).toMatchObject({
    visible: new Set([open.id]),
    byId: [scope],
    byContact: [scope],
    closed: [hidden.id],
    unread: new Map([
      [open.id, 2],
      [hidden.id, 5],
    ]),
    none: [0, 0],
    noneClosed: [],
  });
  expect(await ask(stranger)).toMatchObject({
    ...{ visible: new Set(), byId: undefined, byContact: undefined, closed: [], unread: new Map() },
  });
});
