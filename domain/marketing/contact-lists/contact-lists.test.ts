import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { usualWindow } from "../../../contracts/marketing/campaigns.ts";
import { schema } from "../../../db/index.ts";
import { type GivenAgent, givenAgent, givenCompany } from "../../../db/testing/given.ts";
import type { Context } from "../../ground/context.ts";
import { acting, atDesk, refusal } from "../../testing.ts";
import { allowCampaigns, givenList } from "../campaigns/testing/given-campaign.ts";
import {
  allLists,
  changeItem,
  checkList,
  createItem,
  createList,
  deleteItem,
  deleteItems,
  deleteList,
  exportItems,
  fillList,
  listSummary,
  pageOfItems,
  pageOfLists,
  renameList,
  requireItem,
  requireListView,
} from "./index.ts";

const { campaigns, contactLists } = schema;

let company: Awaited<ReturnType<typeof givenCompany>>;
let stranger: GivenAgent;
let admin: GivenAgent;
let supervisor: GivenAgent;
beforeAll(async () => {
  company = await givenCompany();
  ({ admin } = company);
  supervisor = await givenAgent({ companyId: company.companyId, name: "Sueli", profile: "supervisor" });
  stranger = (await givenCompany()).admin;
});

const person = { name: "Helena", number: "31 98888-0001", email: "" };

/** Every verb, on a list and an item. */
const verbs: Record<string, (ctx: Context, listId: string, itemId: string) => Promise<unknown>> = {
  createList: (ctx) => createList(ctx, { name: "Outra" }),
  renameList: (ctx, listId) => renameList(ctx, listId, { name: "Novo nome" }),
  deleteList,
  pageOfLists: (ctx) => pageOfLists(ctx, {}),
  allLists,
  requireListView,
  listSummary,
  pageOfItems: (ctx, listId) => pageOfItems(ctx, listId, {}),
  exportItems: (ctx, listId) => exportItems(ctx, listId, {}, null),
  fillList: (ctx, listId) => fillList(ctx, listId, { kind: "contacts", contactIds: [randomUUID()] }),
  checkList: (ctx, listId) => checkList(ctx, listId),
  createItem: (ctx, listId) => createItem(ctx, listId, person),
  requireItem: (ctx, _, itemId) => requireItem(ctx, itemId),
  changeItem: (ctx, _, itemId) => changeItem(ctx, itemId, person),
  deleteItem: (ctx, _, itemId) => deleteItem(ctx, itemId),
  deleteItems: (ctx, _, itemId) => deleteItems(ctx, [itemId]),
};

async function givenListWithItem() {
  const list = await acting(admin, (ctx) => createList(ctx, { name: "Clientes" }));
  const item = await acting(admin, (ctx) => createItem(ctx, list.id, { ...person, number: "31 97777-0001" }));
  return { list, item };
}

test.each(Object.entries(verbs))("%s: an agent has no permission", async (_, verb) => {
  const { list, item } = await givenListWithItem();
  expect(await refusal(acting(company.ana, (ctx) => verb(ctx, list.id, item.id)))).toMatchObject({
    code: "ERR_NO_PERMISSION",
  });
});

test.each(Object.entries(verbs))("%s: a company without campaigns is refused", async (_, verb) => {
  const { list, item } = await givenListWithItem();
  await allowCampaigns(company.companyId, false);
  const refused = await refusal(acting(admin, (ctx) => verb(ctx, list.id, item.id)));
  await allowCampaigns(company.companyId, true);
  expect(refused.code).toBe("ERR_CAMPAIGNS_DISABLED");
});

test.each(Object.entries(verbs))("%s: another company's list and item do not exist", async (name, verb) => {
  const { list, item } = await givenListWithItem();
  const answer = await acting(stranger, (ctx) => verb(ctx, list.id, item.id)).catch(({ code }) => code);
  if (name === "createList") expect(answer).toMatchObject({ companyId: stranger.companyId });
  else if (name === "pageOfLists" || name === "allLists") expect(JSON.stringify(answer)).not.toContain(list.id);
  else if (name === "deleteItems") expect(answer).toBe(0);
  else if (name.endsWith("Item") && name !== "createItem") expect(answer).toBe("ERR_NO_CONTACT_LIST_ITEM_FOUND");
  else expect(answer).toBe("ERR_NO_CONTACT_LIST_FOUND");
  expect(await acting(admin, (ctx) => requireItem(ctx, item.id))).toMatchObject({ name: "Helena", listId: list.id });
  expect(await acting(admin, (ctx) => requireListView(ctx, list.id))).toMatchObject({ name: "Clientes" });
});

test("lists: a page of 20 by name, searched without accents and case, with the number of people", async () => {
  const { admin, companyId } = await givenCompany();
  const names = Array.from({ length: 22 }, (_, place) => `Lista ${String(place).padStart(2, "0")}`);
  for (const name of [...names, "Promoção de Verão"]) await acting(admin, (ctx) => createList(ctx, { name }));
  const first = await acting(admin, (ctx) => pageOfLists(ctx, {}));
  expect([first.lists.map(({ name }) => name), first.hasMore]).toEqual([names.slice(0, 20), true]);
  const second = await acting(admin, (ctx) => pageOfLists(ctx, { page: 2 }));
  expect([second.lists.map(({ name }) => name), second.hasMore]).toEqual([
    ["Lista 20", "Lista 21", "Promoção de Verão"],
    false,
  ]);
  const found = await acting(admin, (ctx) => pageOfLists(ctx, { search: "VERAO promo" }));
  expect(found.lists).toMatchObject([{ name: "Promoção de Verão", contactsCount: 0 }]);
  expect((await acting(admin, (ctx) => pageOfLists(ctx, { search: "%" }))).lists).toEqual([]);
  const { id } = await givenList(companyId, [{ number: "5531988880001" }, { number: "5531988880002" }]);
  expect((await acting(admin, allLists)).find((list) => list.id === id)).toMatchObject({ contactsCount: 2 });
  expect(await acting(admin, allLists)).toHaveLength(24);
});

test("a list is renamed; the same name changes nothing", async () => {
  const { list } = await givenListWithItem();
  const renamed = await acting(supervisor, (ctx) => renameList(ctx, list.id, { name: "Clientes de 2026" }));
  expect(renamed).toMatchObject({ id: list.id, name: "Clientes de 2026" });
  const again = await acting(supervisor, (ctx) => renameList(ctx, list.id, { name: "Clientes de 2026" }));
  expect(again.updatedAt).toEqual(renamed.updatedAt);
});

/** Whether a campaign in that state still needs its list. `isFrozen`: it was started once. */
test.each([
  ["inactive", false, true],
  ["scheduled", false, true],
  ["cancelled", false, true],
  ["running", true, false],
  ["cancelled", true, false],
  ["finished", true, false],
] as const)("deleting the list of a campaign: %s, started %s: refused %s", async (status, isFrozen, isRefused) => {
  const { list, item } = await givenListWithItem();
  const { companyId } = company;
  const id = randomUUID();
  const frozen = { messageInterval: 20, longerIntervalAfter: 0, greaterInterval: 0, variables: [], timeZone: "UTC" };
  await atDesk(companyId, ({ db }) =>
    db.insert(campaigns).values({
      ...{ companyId, id, name: "Volta às aulas", status, messages: ["Oi"], confirmationMessages: [""] },
      ...{ listId: list.id, window: usualWindow },
      ...(isFrozen && { frozen: { ...frozen, variants: [] } as typeof campaigns.$inferInsert.frozen }),
    }),
  );
  const needed = { id, name: "Volta às aulas", status, scheduledAt: null };
  expect(await acting(admin, (ctx) => listSummary(ctx, list.id))).toMatchObject({ usedBy: isRefused ? needed : null });
  const deleted = await refusal(acting(admin, (ctx) => deleteList(ctx, list.id)));
  const left = await atDesk(companyId, ({ db }) => db.select().from(contactLists).where(eq(contactLists.id, list.id)));
  expect(left).toHaveLength(isRefused ? 1 : 0);
  if (isRefused) expect(deleted).toEqual({ code: "ERR_CONTACT_LIST_USED", details: { campaign: needed } });
  else
    expect((await refusal(acting(admin, (ctx) => requireItem(ctx, item.id)))).code).toBe(
      "ERR_NO_CONTACT_LIST_ITEM_FOUND",
    );
});
