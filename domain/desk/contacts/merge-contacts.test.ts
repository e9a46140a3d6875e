import { randomUUID } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { schema } from "../../../db/index.ts";
import { givenCompany, givenContact, givenTicket } from "../../../db/testing/given.ts";
import type { DeskContext } from "../../ground/context.ts";
import { acting, atDesk, refusal } from "../../testing.ts";
import { contactDocuments, lockContact, lockContacts, mergeContacts, requireContact, updateContact } from "./index.ts";

const { connections, contactMerges, contacts, tags, tickets, ticketTags } = schema;

type Contact = typeof contacts.$inferInsert;
type Ticket = typeof tickets.$inferInsert;

let company: Awaited<ReturnType<typeof givenCompany>>;
beforeAll(async () => {
  company = await givenCompany();
});
const inside = <T>(work: (ctx: DeskContext) => Promise<T>) => atDesk(company.companyId, work);

/** Creates two contacts; the first one has the smaller id, so it stays. */
async function givenPair(first: Partial<Contact> = {}, second: Partial<Contact> = {}): Promise<[string, string]> {
  const [kept = "", gone = ""] = [randomUUID(), randomUUID()].toSorted();
  for (const [id, { number, ...columns }] of [[kept, first] as const, [gone, second] as const]) {
    await givenContact({ companyId: company.companyId, ...columns, id, number: "" });
    // Shown only: several pairs have the same number, and an address belongs to one contact.
    if (number) await inside((ctx) => ctx.db.update(contacts).set({ number }).where(eq(contacts.id, id)));
  }
  return [kept, gone];
}

const merge = (one: string, other: string, leadingId?: string) =>
  inside(async (ctx) => mergeContacts(ctx, await lockContact(ctx, one), await lockContact(ctx, other), { leadingId }));

describe("two merged contacts", () => {
  const rua = { name: "Rita da rua", number: "5531955500901", email: "rua@x.example", profilePicUrl: "/rua" };
  const loja = { name: "Rita da loja", number: "5531955500902", email: "loja@x.example", profilePicUrl: "/loja" };
  const { name: _, ...unnamed } = rua;

  test.each<[string, "kept" | "gone" | "none", Partial<Contact>, Partial<Contact>, object]>([
    [
      "the kept one's values if it leads",
      "kept",
      rua,
      loja,
      { ...rua, search: "rita da rua 5531955500901 rua@x.example" },
    ],
    ["the other one's values if that leads", "gone", rua, loja, loja],
    ["the kept one's values if none leads", "none", rua, loja, rua],
    [
      "the other one's values where the leading one has none",
      "kept",
      { name: "Rita" },
      loja,
      { ...loja, name: "Rita" },
    ],
    [
      "the other one's name if the leading one is named by digits",
      "kept",
      { ...unnamed, name: "77001" },
      loja,
      { ...rua, name: "Rita da loja" },
    ],
    ["no block if neither is blocked", "none", {}, {}, { isActive: true, disableBot: false }],
    ["the block of the kept one", "gone", { isActive: false }, {}, { isActive: false }],
    ["the block of the other one", "kept", {}, { isActive: false }, { isActive: false }],
    ["the bot switch of either", "kept", {}, { disableBot: true }, { disableBot: true }],
  ])("have %s", async (_what, leading, first, second, face) => {
    const [kept, gone] = await givenPair(first, second);
    const leadingId = { kept, gone, none: undefined }[leading];
    expect(await merge(kept, gone, leadingId)).toMatchObject({ id: kept, ...face });
  });

  test("keep the smaller id in whatever order they are given, and the greater one leads there", async () => {
    for (const isReversed of [false, true]) {
      const [kept, gone] = await givenPair();
      const merged = isReversed ? await merge(gone, kept) : await merge(kept, gone);
      expect(merged.id).toBe(kept);
      expect(await inside((ctx) => requireContact(ctx, gone))).toMatchObject({ id: kept });
      expect((await inside((ctx) => contactDocuments(ctx, [kept, gone]))).map(({ id }) => id)).toEqual([kept]);
    }
  });

  test("have the extra fields of the kept one first", async () => {
    const [kept, gone] = await givenPair();
    const give = (id: string, ...names: string[]) =>
      acting(company.ana, (ctx) => updateContact(ctx, id, { extraInfo: names.map((name) => ({ name, value: "x" })) }));
    await give(gone, "CPF", "Bairro");
    await give(kept, "Rua", "Ponto");
    await merge(gone, kept);
    const [document] = await inside((ctx) => contactDocuments(ctx, [kept]));
    expect(document?.extraInfo.map(({ name }) => name)).toEqual(["Rua", "Ponto", "CPF", "Bairro"]);
  });

  test("have a record of each merge, in order, with the state before and after", async () => {
    const [kept, gone] = await givenPair({ name: "Rui" }, { name: "Rui Matos", email: "rui@x.example" });
    const third = await givenContact({
      companyId: company.companyId,
      id: `ffffffff${randomUUID().slice(8)}`,
      number: "",
    });
    await merge(kept, gone);
    await merge(third.id, gone);
    const records = await inside((ctx) =>
      ctx.db.select().from(contactMerges).where(eq(contactMerges.keptId, kept)).orderBy(asc(contactMerges.place)),
    );
    expect(records).toMatchObject([
      { place: 1, goneId: gone, userId: null, before: { name: "Rui", email: "" }, after: { email: "rui@x.example" } },
      { place: 2, goneId: third.id, before: { email: "rui@x.example" }, undoneAt: null },
    ]);
  });
});

describe("the tickets of two merged contacts", () => {
  const at = (hour: number) => new Date(Date.UTC(2026, 4, 4, hour));
  /** Merges a contact with the first ticket and one with the second; returns the tickets of both afterwards. */
  async function joined(first: Partial<Ticket>, second: Partial<Ticket>) {
    const { companyId, connection } = company;
    const [kept, gone] = await givenPair();
    const given = { companyId, connectionId: connection.id };
    const one = await givenTicket({ ...given, ...first, contactId: kept });
    const other = await givenTicket({ ...given, ...second, contactId: gone });
    await merge(kept, gone);
    const rows = await inside((ctx) => ctx.db.select().from(tickets).where(eq(tickets.contactId, kept)));
    return { one, other, rows: rows.toSorted((a) => (a.id === one.id ? -1 : 1)) };
  }

  test.each<[string, Partial<Ticket>["status"], Partial<Ticket>["status"], "ana" | "bia" | null]>([
    ["pending if both were", "pending", "pending", null],
    ["the agent's who was answering in the kept one", "open", "pending", "ana"],
    ["the agent's who was answering in the other one", "pending", "open", "bia"],
    ["the kept one's agent's if agents were answering in both", "open", "open", "ana"],
  ])("become one, which is %s", async (_what, first, second, agent) => {
    const { ana, bia, queue, support } = company;
    const of = (status: Ticket["status"], userId: string, queueId: string) => ({
      ...{ status, queueId, userId: status === "open" ? userId : null },
      isBot: status === "pending",
    });
    const { one, rows } = await joined(of(first, ana.id, queue.id), of(second, bia.id, support.id));
    expect(rows).toMatchObject([
      {
        id: one.id,
        status: agent ? "open" : "pending",
        userId: agent && company[agent].id,
        queueId: agent === "bia" ? support.id : queue.id,
        isBot: agent === null,
      },
    ]);
    expect(rows).toHaveLength(1);
  });

  test("become one with the sum of unread messages, the newer times and the only queue", async () => {
    const { support } = company;
    const { rows } = await joined(
      { unreadMessages: 2, lastMessageAt: at(9), lastCustomerMessageAt: at(9) },
      { unreadMessages: 3, lastMessageAt: at(11), lastCustomerMessageAt: null, queueId: support.id },
    );
    const newest = { lastMessageAt: at(11), lastCustomerMessageAt: at(9) };
    expect(rows).toMatchObject([{ unreadMessages: 5, queueId: support.id, ...newest }]);
  });

  test("become one with the tags of both, each once", async () => {
    const { companyId, connection } = company;
    const [both, mine, theirs] = [randomUUID(), randomUUID(), randomUUID()];
    const [kept, gone] = await givenPair();
    const one = await givenTicket({ companyId, connectionId: connection.id, contactId: kept });
    const other = await givenTicket({ companyId, connectionId: connection.id, contactId: gone });
    const tag = (ticketId: string, tagId: string) => ({ companyId, ticketId, tagId });
    await inside(async ({ db }) => {
      const color = "#1d7f52";
      await db.insert(tags).values([both, mine, theirs].map((id) => ({ companyId, id, name: id.slice(0, 8), color })));
      await db
        .insert(ticketTags)
        .values([tag(one.id, both), tag(one.id, mine), tag(other.id, both), tag(other.id, theirs)]);
    });
    await merge(kept, gone);
    const rows = await inside((ctx) => ctx.db.select().from(ticketTags).where(eq(ticketTags.ticketId, one.id)));
    expect(rows.map(({ tagId }) => tagId).toSorted()).toEqual([both, mine, theirs].toSorted());
  });

  test("become one with one kanban tag: the kept ticket's, or else the other's", async () => {
    const { companyId, connection } = company;
    const [first, second] = [randomUUID(), randomUUID()];
    await inside(({ db }) =>
      db
        .insert(tags)
        .values(
          [first, second].map((id) => ({ companyId, id, name: id.slice(0, 8), color: "#1d7f52", isKanban: true })),
        ),
    );
    const lanesAfter = async (keptLane: string | null) => {
      const [kept, gone] = await givenPair();
      const one = await givenTicket({ companyId, connectionId: connection.id, contactId: kept });
      const other = await givenTicket({ companyId, connectionId: connection.id, contactId: gone });
      const tag = (ticketId: string, tagId: string) => ({ companyId, ticketId, tagId });
      const ofKept = keptLane ? [tag(one.id, keptLane)] : [];
      await inside(({ db }) => db.insert(ticketTags).values([...ofKept, tag(other.id, second)]));
      await merge(kept, gone);
      const rows = await inside((ctx) => ctx.db.select().from(ticketTags).where(eq(ticketTags.ticketId, one.id)));
      return rows.map(({ tagId }) => tagId);
    };
    expect(await lanesAfter(first)).toEqual([first]);
    expect(await lanesAfter(null)).toEqual([second]);
  });

  test("stay separate on two connections, and a closed one stays as it was", async () => {
    const { companyId } = company;
    const second = randomUUID();
    await inside((ctx) => ctx.db.insert(connections).values({ companyId, id: second, name: `Filial ${second}` }));
    const apart = await joined({ unreadMessages: 1 }, { unreadMessages: 2, connectionId: second });
    expect(apart.rows).toMatchObject([
      { id: apart.one.id, unreadMessages: 1 },
      { id: apart.other.id, unreadMessages: 2, connectionId: second },
    ]);
    const closed = await joined({ status: "pending" }, { status: "closed", unreadMessages: 2 });
    expect(closed.rows).toMatchObject([
      { id: closed.one.id, unreadMessages: 0 },
      { id: closed.other.id, status: "closed" },
    ]);
  });
});

test("locking contacts returns each living one once, in descending order of id", async () => {
  const [first, second] = await givenPair();
  const [third, fourth] = await givenPair();
  await merge(first, second);
  const ids = [first, third, second, fourth, first];
  const locked = await inside((ctx) => lockContacts(ctx, ids));
  expect(locked.map(({ id }) => id)).toEqual([first, third, fourth].toSorted().reverse());
  expect(await inside((ctx) => lockContacts(ctx, []))).toEqual([]);
});

test("locking refuses an unknown contact and one of another company", async () => {
  const [known] = await givenPair();
  const stranger = await givenCompany();
  const unknown = randomUUID();
  const code = "ERR_NO_CONTACT_FOUND";
  expect(await refusal(inside((ctx) => lockContacts(ctx, [known, unknown])))).toEqual({
    code,
    details: { id: unknown },
  });
  const theirs = atDesk(stranger.companyId, (ctx) => lockContact(ctx, known));
  expect(await refusal(theirs)).toEqual({ code, details: { id: known } });
});
