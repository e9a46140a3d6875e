import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { type GivenAgent, givenCompany } from "../../../db/testing/given.ts";
import { acting, refusal } from "../../testing.ts";
import { addQueueOption, changeQueueOption, createQueue, deleteQueueOption, listQueueOptions } from "./index.ts";
import { givenQueue } from "./testing.ts";

let desk: Awaited<ReturnType<typeof givenCompany>>;
let stranger: GivenAgent;
beforeAll(async () => {
  desk = await givenCompany();
  stranger = (await givenCompany()).admin;
});

let made = 0;
/** A queue without a menu. */
async function givenMenu() {
  made += 1;
  const color = `#${made.toString(16).padStart(6, "0")}`;
  const queueId = (await acting(desk.admin, (ctx) => createQueue(ctx, givenQueue({ name: `Fila ${made}`, color })))).id;
  const option = (title: string, parentId: string | null = null, position?: number) => ({
    ...{ queueId, parentId, title, message: `Sobre ${title}` },
    ...(position !== undefined && { position }),
  });
  const add = (...args: Parameters<typeof option>) => acting(desk.admin, (ctx) => addQueueOption(ctx, option(...args)));
  const change = (id: string, ...args: Parameters<typeof option>) =>
    acting(desk.admin, (ctx) => changeQueueOption(ctx, id, option(...args)));
  const remove = (id: string) => acting(desk.admin, (ctx) => deleteQueueOption(ctx, id));
  const menu = async (parentId?: string | null) =>
    (await acting(desk.ana, (ctx) => listQueueOptions(ctx, queueId, parentId))).map(
      ({ position, title }) => `${position} ${title}`,
    );
  return { queueId, option, add, change, remove, menu };
}

test("an option is added once per id, and the repetition moves nothing", async () => {
  const { add, menu, option } = await givenMenu();
  const id = randomUUID();
  const addFirst = () => acting(desk.admin, (ctx) => addQueueOption(ctx, { ...option("Boleto", null, 1), id }));
  const first = await addFirst();
  await add("Troca", null, 1);
  expect(await addFirst()).toMatchObject({ id, title: "Boleto", createdAt: first.createdAt, position: 2 });
  expect(await menu(null)).toEqual(["1 Troca", "2 Boleto"]);
});

test.each([
  [1, ["1 Nova", "2 A", "3 B"]],
  [2, ["1 A", "2 Nova", "3 B"]],
  [3, ["1 A", "2 B", "3 Nova"]],
  [1_000, ["1 A", "2 B", "3 Nova"]],
  [undefined, ["1 A", "2 B", "3 Nova"]],
])("an option added at position %s shifts the later ones", async (position, expected) => {
  const { add, menu } = await givenMenu();
  for (const title of ["A", "B"]) await add(title);
  expect(await add("Nova", null, position)).toMatchObject({ title: "Nova", message: "Sobre Nova" });
  expect(await menu(null)).toEqual(expected);
});

test("a change without a position keeps it, and a move to another level puts the option last there", async () => {
  const { add, change, menu } = await givenMenu();
  const [a, b] = [await add("A"), await add("B"), await add("C")];
  await add("A1", a.id);
  expect(await change(b.id, "B2")).toMatchObject({ title: "B2", message: "Sobre B2", position: 2 });
  expect(await change(b.id, "B2", a.id)).toMatchObject({ parentId: a.id, position: 2 });
  expect([await menu(null), await menu(a.id)]).toEqual([
    ["1 A", "2 C"],
    ["1 A1", "2 B2"],
  ]);
  expect(await change(b.id, "B2", null, 1)).toMatchObject({ parentId: null, position: 1 });
  expect([await menu(null), await menu(a.id)]).toEqual([["1 B2", "2 A", "3 C"], ["1 A1"]]);
});

test("an option cannot be moved below itself, directly or further down", async () => {
  const { add, change, menu } = await givenMenu();
  const top = await add("A");
  const middle = await add("B", top.id);
  const bottom = await add("C", middle.id);
  for (const parent of [top, middle, bottom])
    expect(await refusal(change(top.id, "A", parent.id))).toEqual({
      code: "ERR_VALIDATION",
      details: { fields: { parentId: ["circle"] } },
    });
  expect(await menu(null)).toEqual(["1 A"]);
  expect(await change(bottom.id, "C", top.id)).toMatchObject({ parentId: top.id, position: 2 });
});

test("a deleted option takes everything below it along, and the later ones move up", async () => {
  const { add, remove, menu } = await givenMenu();
  const [a, b] = [await add("A"), await add("B"), await add("C")];
  const below = await add("B1", b.id);
  await add("B11", below.id);
  await add("A1", a.id);
  await remove(b.id);
  expect([await menu(null), await menu(a.id)]).toEqual([["1 A", "2 C"], ["1 A1"]]);
  expect(await menu()).toHaveLength(3);
  expect(await refusal(remove(b.id))).toEqual({ code: "ERR_NO_QUEUE_OPTION_FOUND", details: { id: b.id } });
});

test("a parent must exist in the same queue", async () => {
  const [one, other] = [await givenMenu(), await givenMenu()];
  const [own, foreign] = [await one.add("A"), await other.add("B")];
  for (const parentId of [foreign.id, randomUUID()]) {
    const expected = { code: "ERR_NO_QUEUE_OPTION_FOUND", details: { id: parentId } };
    expect(await refusal(one.add("C", parentId))).toEqual(expected);
    expect(await refusal(one.change(own.id, "A", parentId))).toEqual(expected);
  }
  expect([await one.menu(), await other.menu()]).toEqual([["1 A"], ["1 B"]]);
});

test("another company finds neither the options nor the queue, and an agent reads but does not change them", async () => {
  const { add, option, queueId, menu } = await givenMenu();
  const { id } = await add("A");
  const verbs = (agent: GivenAgent) => [
    acting(agent, (ctx) => addQueueOption(ctx, option("B"))),
    acting(agent, (ctx) => changeQueueOption(ctx, id, option("B"))),
    acting(agent, (ctx) => deleteQueueOption(ctx, id)),
  ];
  const codesOf = async (agent: GivenAgent) =>
    (await Promise.all(verbs(agent).map(refusal))).map(({ code }) => code as string);
  expect(await codesOf(desk.ana)).toEqual(Array(3).fill("ERR_NO_PERMISSION"));
  expect(await codesOf(stranger)).toEqual([
    "ERR_NO_QUEUE_FOUND",
    "ERR_NO_QUEUE_OPTION_FOUND",
    "ERR_NO_QUEUE_OPTION_FOUND",
  ]);
  expect((await refusal(acting(stranger, (ctx) => listQueueOptions(ctx, queueId)))).code).toBe("ERR_NO_QUEUE_FOUND");
  expect(await menu()).toEqual(["1 A"]);
});

test("after any sequence of changes every level is numbered from 1 without gaps", async () => {
  const step = fc.record({
    verb: fc.constantFrom("add", "add", "change", "remove"),
    at: fc.nat(9),
    under: fc.option(fc.nat(9)),
    position: fc.option(fc.integer({ min: 1, max: 4 })),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), async (steps) => {
      const { queueId, add, change, remove } = await givenMenu();
      const rows = () => acting(desk.ana, (ctx) => listQueueOptions(ctx, queueId));
      for (const [n, { verb, at, under, position }] of steps.entries()) {
        const there = await rows();
        const pick = (index: number | null) => (index === null ? undefined : there[index % there.length]?.id);
        const args = [`${n}`, pick(under) ?? null, position ?? undefined] as const;
        const target = pick(at);
        if (verb === "add" || !target) await add(...args);
        else if (verb === "remove") await remove(target);
        else expect(["ERR_VALIDATION", "nothing was refused"]).toContain((await refusal(change(target, ...args))).code);
      }
      for (const level of Map.groupBy(await rows(), ({ parentId }) => parentId).values())
        expect(level.map(({ position }) => position).sort((a, b) => a - b)).toEqual(level.map((_, index) => index + 1));
    }),
    { numRuns: 15 },
  );
});
