import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { schema } from "../../../db/index.ts";
import { givenCompany } from "../../../db/testing/given.ts";
import { acting, atDesk, refusal } from "../../testing.ts";
import { orTaken } from "./check-queue.ts";
import { createQueue, findQueue, listQueues, requireQueue, updateQueue } from "./index.ts";
import { givenQueue } from "./testing.ts";

const { queueOptions, queues } = schema;

let desk: Awaited<ReturnType<typeof givenCompany>>;
let other: Awaited<ReturnType<typeof givenCompany>>;
beforeAll(async () => {
  [desk, other] = [await givenCompany(), await givenCompany()];
});

let made = 0;
/** The name, colour and token of a further queue. */
function further() {
  made += 1;
  return { name: `Fila ${made}`, color: `#${made.toString(16).padStart(6, "0")}`, token: `chave ${made}` };
}
const create = (change: Parameters<typeof givenQueue>[0], admin = desk.admin) =>
  acting(admin, (ctx) => createQueue(ctx, givenQueue(change)));
const update = (id: string, change: Parameters<typeof givenQueue>[0]) =>
  acting(desk.admin, (ctx) => updateQueue(ctx, id, givenQueue(change)));

test("a queue may keep its own name, colour and token, and change the case of its name", async () => {
  const own = further();
  const { id } = await create(own);
  const name = own.name.toUpperCase();
  expect(await update(id, { ...own, name, greetingMessage: "Olá" })).toMatchObject({
    id,
    name,
    greetingMessage: "Olá",
  });
});

test("another queue's name, colour and token are refused, naming the field", async () => {
  const [own, another] = [further(), further()];
  await create(own);
  const { id } = await create(another);
  const cases = [
    [{ name: own.name.toUpperCase() }, "ERR_QUEUE_NAME_ALREADY_EXISTS", { name: ["taken"] }],
    [{ color: own.color }, "ERR_QUEUE_COLOR_ALREADY_EXISTS", { color: ["taken"] }],
    [{ token: own.token }, "ERR_VALIDATION", { token: ["taken"] }],
  ] as const;
  for (const [change, code, fields] of cases) {
    expect(await refusal(update(id, { ...another, ...change }))).toEqual({ code, details: { fields } });
    expect(await refusal(create({ ...further(), ...change }))).toEqual({ code, details: { fields } });
  }
});

test("two queues may be without a token, and another company may use the same name, colour and token", async () => {
  const own = further();
  await create(own);
  expect(await create(own, other.admin)).toMatchObject(own);
  for (const _ of [1, 2]) expect(await create({ ...further(), token: "" })).toMatchObject({ token: "" });
});

test.each([
  ["name", "ERR_QUEUE_NAME_ALREADY_EXISTS"],
  ["color", "ERR_QUEUE_COLOR_ALREADY_EXISTS"],
  ["token", "ERR_VALIDATION"],
] as const)(
  "a %s that was taken after the check is refused by the index, and the transaction continues",
  async (field, code) => {
    const own = further();
    const { id } = await create(own);
    const row = { ...further(), [field]: own[field], companyId: desk.companyId, id: randomUUID() };
    await acting(desk.admin, async (ctx) => {
      const attempt = orTaken(ctx, ({ db }) => db.insert(queues).values(row));
      expect(await refusal(attempt)).toEqual({ code, details: { fields: { [field]: ["taken"] } } });
      expect(await requireQueue(ctx, id)).toMatchObject(own);
    });
  },
);

test("a queue's token is shown to admins only, and the flow finds it without a user", async () => {
  const { companyId, admin, ana } = desk;
  const own = further();
  const { id } = await create(own);
  expect(await acting(admin, (ctx) => requireQueue(ctx, id))).toMatchObject(own);
  expect(await acting(ana, (ctx) => requireQueue(ctx, id))).toMatchObject({ ...own, token: "" });
  expect(await atDesk(companyId, (ctx) => findQueue(ctx, id))).toMatchObject(own);
  expect(await atDesk(other.companyId, (ctx) => findQueue(ctx, id))).toBeUndefined();
  const foreign = acting(other.admin, (ctx) => requireQueue(ctx, id));
  expect(await refusal(foreign)).toEqual({ code: "ERR_NO_QUEUE_FOUND", details: { id } });
});

test("queues are listed by position, then by name, of the company only", async () => {
  const company = await givenCompany();
  const first = { ...further(), name: "Zeladoria", position: 0 };
  const last = { ...further(), name: "Atendimento", position: 9 };
  for (const one of [last, first]) await create(one, company.admin);
  const names = (await atDesk(company.companyId, listQueues)).map(({ name }) => name);
  expect(names).toEqual(["Suporte", "Vendas", "Zeladoria", "Atendimento"]);
});

test("saving the same menu again changes no option", async () => {
  const { companyId } = desk;
  const own = further();
  const [a, b] = [randomUUID(), randomUUID()];
  const menu = [
    { id: a, parentId: null, title: "Boleto", message: "" },
    { id: b, parentId: a, title: "Segunda via", message: "" },
  ];
  const { id } = await create({ ...own, menu });
  const rows = () =>
    atDesk(companyId, ({ db }) =>
      db.select().from(queueOptions).where(eq(queueOptions.queueId, id)).orderBy(queueOptions.id),
    );
  const before = await rows();
  expect(before).toHaveLength(2);
  await update(id, { ...own, menu });
  expect(await rows()).toEqual(before);
  await update(id, { ...own, menu: menu.map((line) => (line.id === b ? { ...line, message: "Envie o CPF" } : line)) });
  const changed = (await rows()).filter(({ updatedAt }, at) => updatedAt.getTime() !== before[at]?.updatedAt.getTime());
  expect(changed).toMatchObject([{ id: b, message: "Envie o CPF" }]);
});

test("a created queue is not replaced by a second creation with its id", async () => {
  const own = further();
  const id = randomUUID();
  const again = (change: object) =>
    acting(desk.admin, (ctx) => createQueue(ctx, { ...givenQueue({ ...own, ...change }), id }));
  await again({});
  expect(await again({ name: "Outra fila", greetingMessage: "Olá" })).toMatchObject({ ...own, greetingMessage: "" });
});
