import { beforeAll, expect, test } from "vitest";
import { lanesOf } from "../../../contracts/desk/tags.ts";
import { givenAgent, givenCompany } from "../../../db/testing/given.ts";
import { acting, refusal } from "../../testing.ts";
import { createTag, listTags, orderLanes, updateTag } from "./index.ts";

let company: Awaited<ReturnType<typeof givenCompany>>;
let ids: Record<"paid" | "quote" | "vip" | "plain", string>;
beforeAll(async () => {
  company = await givenCompany();
  const make = async (name: string, isKanban = true) =>
    (await acting(company.admin, (ctx) => createTag(ctx, { name, isKanban }))).id;
  ids = {
    quote: await make("Orçamento"),
    paid: await make("Pago"),
    vip: await make("VIP"),
    plain: await make("Loja", false),
  };
});

const order = (tagIds: string[], actor = company.admin) => acting(actor, (ctx) => orderLanes(ctx, tagIds));
const places = async () =>
  Object.fromEntries((await acting(company.ana, listTags)).map(({ name, lanePosition }) => [name, lanePosition]));
const names = async () => lanesOf(await acting(company.ana, listTags)).map(({ name }) => name);

test("lanes stand in the order of their creation until a manager orders them", async () => {
  expect(await names()).toEqual(["Orçamento", "Pago", "VIP"]);
  expect(await places()).toEqual({ Orçamento: 1, Pago: 2, VIP: 3, Loja: 0 });
  const supervisor = await givenAgent({ companyId: company.companyId, profile: "supervisor" });
  const answer = await order([ids.vip, ids.quote, ids.paid], supervisor);
  expect(answer.map(({ name }) => name)).toEqual(["VIP", "Orçamento", "Pago"]);
  expect(await names()).toEqual(["VIP", "Orçamento", "Pago"]);
});

test("lanes that are not named follow in their order, and a tag that becomes a lane is the last one", async () => {
  await order([ids.paid]);
  const [first, ...rest] = await names();
  expect([first, rest.toSorted()]).toEqual(["Pago", ["Orçamento", "VIP"]]);
  await acting(company.admin, (ctx) => updateTag(ctx, ids.plain, { isKanban: true }));
  expect((await names()).at(-1)).toBe("Loja");
  expect(await places()).toMatchObject({ Pago: 1, Loja: 4 });
  await acting(company.admin, (ctx) => updateTag(ctx, ids.plain, { isKanban: false }));
});

test("agents, tags that are no lanes and another company's lanes are refused, and the order stays", async () => {
  const before = await names();
  const stranger = await givenCompany();
  const theirs = await acting(stranger.admin, (ctx) => createTag(ctx, { name: "Pago", isKanban: true }));
  expect(await refusal(order([ids.vip], company.ana))).toMatchObject({ code: "ERR_NO_PERMISSION" });
  expect(await refusal(order([ids.plain, ids.vip]))).toMatchObject({ code: "ERR_TAG_NOT_KANBAN" });
  expect(await refusal(order([ids.vip, theirs.id]))).toMatchObject({ code: "ERR_NO_TAG_FOUND" });
  expect(await refusal(order([ids.vip], stranger.admin))).toMatchObject({ code: "ERR_NO_TAG_FOUND" });
  expect(await names()).toEqual(before);
});

test("of two concurrent orders one is kept whole", async () => {
  const [one, two] = [
    [ids.quote, ids.paid, ids.vip],
    [ids.vip, ids.paid, ids.quote],
  ];
  await Promise.all([order(one), order(two)]);
  expect([
    ["Orçamento", "Pago", "VIP"],
    ["VIP", "Pago", "Orçamento"],
  ]).toContainEqual(await names());
});
