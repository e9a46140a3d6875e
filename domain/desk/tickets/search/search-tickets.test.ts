import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { schema } from "../../../../db/index.ts";
import { givenCompany, givenContact } from "../../../../db/testing/given.ts";
import { acting, atDesk } from "../../../testing.ts";
import { foundMessages, listTickets } from "../index.ts";

const TICKETS = 700;
type Desk = Awaited<ReturnType<typeof givenCompany>>;
let desk: Desk;
/** Newest first. */
const ids = Array.from({ length: TICKETS }, () => randomUUID() as string);

/** The frequency of each word: in every n-th ticket. */
const words = { pedido: 1, Frete: 3, "cupom de março": 8, troca: 90, garantia: 650 };
const isSaidIn = (place: number, every: number) => place % every === every - 1;
const inVendas = (place: number) => place % 3 > 0;

beforeAll(async () => {
  desk = await givenCompany();
  const { companyId, queue, support, connection } = desk;
  const contact = await givenContact({ companyId, name: "Júlia Prado", number: "5531977776666" });
  await atDesk(companyId, async ({ db }) => {
    const tickets = ids.map((id, place) => ({
      ...{ companyId, id, contactId: contact.id, connectionId: connection.id, number: place + 1 },
      queueId: inVendas(place) ? queue.id : support.id,
      status: "closed" as const,
      lastMessageAt: new Date(1_770_000_000_000 - place * 60_000),
    }));
    await db.insert(schema.tickets).values(tickets);
    await db.insert(schema.messages).values(
      tickets.flatMap(({ id, queueId, lastMessageAt }, place) => {
        const said = Object.entries(words).filter(([, every]) => isSaidIn(place, every));
        return said.map(([word]) => ({
          ...{ companyId, id: randomUUID(), ticketId: id, contactId: contact.id, queueId },
          ...{ sentAt: lastMessageAt, body: `Olá, ${word}?`, fromMe: false },
        }));
      }),
    );
  });
});

async function pagesOf(agent: Desk["admin"], search: string): Promise<string[]> {
  const all: string[] = [];
  for (let page = 1; ; page += 1) {
    const { tickets, hasMore } = await acting(agent, (ctx) => listTickets(ctx, { search, page }));
    all.push(...tickets.map(({ id }) => id));
    if (!hasMore) return all;
  }
}

// Each frequency of a word is searched in its own way.
test.each([
  ["pedido", 1],
  ["FRETE", 3],
  ["cupom de marco", 8],
  ["troca", 90],
  ["garantia", 650],
  ["nunca dito", TICKETS + 1],
])("'%s', in every %d. ticket, is found newest first, page by page, without repetition", async (text, every) => {
  const said = ids.map((id, place) => ({ id, place })).filter(({ place }) => isSaidIn(place, every));
  expect(await pagesOf(desk.admin, text)).toEqual(said.map(({ id }) => id));
  const readable = said.filter(({ place }) => inVendas(place));
  expect(await pagesOf(desk.ana, text)).toEqual(readable.map(({ id }) => id));
});

test("the matching message is returned only if the user may read it", async () => {
  const said = ids.filter((_, place) => isSaidIn(place, words.Frete)).slice(0, 10);
  const found = await acting(desk.admin, (ctx) => foundMessages(ctx, [...said, ids[0] ?? ""], "frete"));
  expect([...found.keys()].sort()).toEqual([...said].sort());
  expect(found.get(said[0] ?? "")).toMatchObject({
    body: "Olá, Frete?",
    fromMe: false,
    createdAt: expect.stringMatching(/Z$/),
  });
  const readable = said.filter((id) => inVendas(ids.indexOf(id)));
  const hers = await acting(desk.ana, (ctx) => foundMessages(ctx, said, "frete"));
  expect([...hers.keys()].sort()).toEqual(readable.sort());
});
