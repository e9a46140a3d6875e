import { randomUUID } from "node:crypto";
import { asc } from "drizzle-orm";
import pino from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testTime } from "../../contracts/testing/clock.ts";
import { openSequencer, schema } from "../../db/index.ts";
import { insertItems } from "../../domain/marketing/contact-lists/index.ts";
import { openCompanyTransactions } from "../company-transactions.ts";
import type { Connector } from "../connector.ts";
import { doDueWork } from "../testing/do-due-work.ts";
import {
  givenLinkedConnection,
  openTestEnvironment,
  type TestCompany,
  type TestEnvironment,
} from "../testing/given-connection.ts";
import { numberChecks } from "./due-work.ts";

const logger = pino({ level: "silent" });
const { contactListItems, contactLists, numberChecks: checks, connections } = schema;

let environment: TestEnvironment;
let connector: Connector;
let company: TestCompany;
let transactions: ReturnType<typeof openCompanyTransactions>;
beforeAll(async () => {
  environment = await openTestEnvironment();
  connector = await environment.connector();
  transactions = openCompanyTransactions(environment.database, openSequencer(environment.database), logger);
  ({ company } = await givenLinkedConnection(environment.database, environment.emulator));
});
afterAll(() => environment.close());

async function givenList(numbers: readonly string[]) {
  const listId = randomUUID();
  const { companyId } = company;
  await transactions.run(companyId, async (ctx) => {
    await ctx.db.insert(contactLists).values({ companyId, id: listId, name: "Clientes" });
    await insertItems(
      ctx,
      listId,
      numbers.map((number) => ({ name: "Pessoa", number, email: "" })),
    );
  });
}
const validity = async () => {
  const rows = await company.inside((db) => db.select().from(contactListItems).orderBy(asc(contactListItems.number)));
  return Object.fromEntries(rows.map(({ number, isWhatsappValid }) => [number, isWhatsappValid]));
};
const waiting = async () => {
  const rows = await company.inside((db) => db.select().from(checks));
  return rows.filter(({ dueAt }) => dueAt).map(({ number, tries }) => [number, tries]);
};
type Parts = Parameters<typeof numberChecks>[0];
const check = (more: Partial<Parts> = {}) => {
  const parts = { ownership: connector.ownership, transactions, logger, ...more };
  return doDueWork([numberChecks(parts)], parts);
};

test("numbers are checked over a connected number, in batches; without one they wait", async () => {
  const [inUse, missing] = ["5531988881234", "5531988880000"];
  await givenList([inUse, missing]);
  await company.inside((db) => db.update(connections).set({ status: "OPENING" }));
  await check();
  expect(await validity()).toEqual({ [inUse]: null, [missing]: null });
  expect((await waiting()).map(([, tries]) => tries)).toEqual([0, 0]);
  await company.inside((db) => db.update(connections).set({ status: "CONNECTED" }));
  await check();
  expect(await validity()).toEqual({ [inUse]: true, [missing]: false });
  expect(await waiting()).toEqual([]);

  const many = Array.from({ length: 30 }, (_, place) => `55319777${String(10_000 + place)}`);
  await givenList(many);
  await check();
  expect(await waiting()).toHaveLength(10);
  await check();
  expect(await waiting()).toEqual([]);
  // A number of another list gets the known result and is not asked for again.
  await givenList([missing]);
  expect(await waiting()).toEqual([]);
});

test("a check that fails stores the results before it, and is due again after a pause", async () => {
  const numbers = ["5531966661001", "5531966661002", "5531966661003"];
  await givenList(numbers);
  const [hosted] = connector.ownership.held("whatsapp");
  if (!hosted?.channel) throw new Error("no connection is held");
  let asked = 0;
  const failing = {
    lease: hosted.lease,
    channel: {
      findChat: async () => {
        asked += 1;
        if (asked === 2) throw new Error("the channel did not answer");
        return "chat";
      },
    },
  } as unknown as typeof hosted;
  await check({ ownership: { held: () => [failing] } });
  const left = await waiting();
  expect(left.map(([, tries]) => tries)).toEqual([1, 1]);
  expect(
    Object.entries(await validity())
      .filter(([number]) => numbers.includes(number))
      .map(([, is]) => is)
      .sort(),
  ).toEqual([null, null, true].sort());
  await check();
  expect(await waiting()).toEqual(left);
  const later = openCompanyTransactions(environment.database, openSequencer(environment.database), logger);
  const inThreeMinutes: typeof later = {
    ...later,
    run: (companyId, work) => later.run(companyId, (ctx) => work({ ...ctx, now: new Date(testTime() + 180_000) })),
  };
  await check({ transactions: inThreeMinutes });
  expect(await waiting()).toEqual([]);
});
