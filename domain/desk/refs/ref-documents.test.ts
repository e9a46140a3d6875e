import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import * as v from "valibot";
import { beforeAll, expect, test } from "vitest";
import { RefDocument, refKinds } from "../../../contracts/desk/refs.ts";
import { schema } from "../../../db/index.ts";
import { givenCompany } from "../../../db/testing/given.ts";
import { atDesk } from "../../testing.ts";
import { refDocuments } from "./index.ts";

const { connections, tags } = schema;

let company: Awaited<ReturnType<typeof givenCompany>>;
const tagId = randomUUID();
beforeAll(async () => {
  company = await givenCompany();
  const { companyId } = company;
  await atDesk(companyId, (ctx) =>
    ctx.db.insert(tags).values({ companyId, id: tagId, name: "VIP", color: "#1d7f52", isKanban: true }),
  );
});
const load = (ids?: string[], companyId = company.companyId) => atDesk(companyId, (ctx) => refDocuments(ctx, ids));
const namesOf = async (ids: string[]) => (await load(ids)).map(({ kind, id }) => `${kind}:${id}`);

test("every ref has exactly the fields of the contract, and every kind is there", async () => {
  const all = await load();
  expect(new Set(all.map(({ kind }) => kind))).toEqual(new Set(refKinds));
  for (const document of all) {
    const replicated = { ...document, rev: 1 };
    expect(v.parse(RefDocument, replicated)).toEqual(replicated);
  }
});

test("refs show queues, tags and users as they are stored", async () => {
  const { queue, ana } = company;
  expect(await load([`queue:${queue.id}`, `tag:${tagId}`, `user:${ana.id}`])).toEqual([
    { kind: "queue", id: queue.id, name: "Vendas", color: "#1d7f52", greetingMessage: "" },
    { kind: "tag", id: tagId, name: "VIP", color: "#1d7f52", isKanban: true, lanePosition: 0 },
    { kind: "user", id: ana.id, name: "Ana", profile: "user", queueIds: [queue.id] },
  ]);
});

test("a connection's ref has its state, with times as text", async () => {
  const { companyId, connection, queue } = company;
  const at = (hour: number) => new Date(Date.UTC(2026, 4, 4, hour));
  const state = { status: "TIMEOUT", reason: "ERR_WAPP_BANNED", number: "5531955500148" } as const;
  const change = (columns: Partial<typeof connections.$inferInsert>) =>
    atDesk(companyId, (ctx) => ctx.db.update(connections).set(columns).where(eq(connections.id, connection.id)));
  await change({ ...state, stateSince: at(1), firstConnectedAt: at(2), firstContactsAfter: at(3), updatedAt: at(4) });
  const shown = { kind: "connection", id: connection.id, name: "Loja", channel: "whatsapp", ...state };
  expect(await load([`connection:${connection.id}`])).toEqual([
    {
      ...shown,
      stateSince: at(1).toISOString(),
      firstConnectedAt: at(2).toISOString(),
      firstContactsAfter: at(3).toISOString(),
      isDefault: true,
      queueIds: [queue.id],
      updatedAt: at(4).toISOString(),
    },
  ]);
  await change({ firstConnectedAt: null, firstContactsAfter: null });
  expect(await load([`connection:${connection.id}`])).toMatchObject([
    { firstConnectedAt: null, firstContactsAfter: null },
  ]);
});

test("refs are found by kind and id together; unknown names find nothing", async () => {
  const { queue, ana } = company;
  expect(await namesOf([])).toEqual([]);
  expect(await namesOf([`user:${queue.id}`, `queue:${ana.id}`, queue.id, `nothing:${queue.id}`, "queue:"])).toEqual([]);
  const mixed = [`user:${ana.id}`, `user:${queue.id}`, `queue:${queue.id}`, `queue:${queue.id}`];
  expect(await namesOf(mixed)).toEqual([`queue:${queue.id}`, `user:${ana.id}`]);
});

test("another company's refs do not exist", async () => {
  const { companyId } = await givenCompany();
  const { queue, ana, connection } = company;
  const named = [`queue:${queue.id}`, `user:${ana.id}`, `connection:${connection.id}`, `tag:${tagId}`];
  expect(await load(named)).toHaveLength(4);
  expect(await load(named, companyId)).toEqual([]);
  const ids = new Set((await load(undefined, companyId)).map(({ kind, id }) => `${kind}:${id}`));
  expect(named.filter((name) => ids.has(name))).toEqual([]);
});
