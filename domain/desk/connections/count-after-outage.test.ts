import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { schema } from "../../../db/index.ts";
import { givenCompany } from "../../../db/testing/given.ts";
import { atDesk } from "../../testing.ts";
import { countAfterOutage } from "./index.ts";

const { connectionOutages } = schema;
const noon = Date.UTC(2026, 4, 4, 12);
/** A time in seconds after the outage of each test began; it lasted ten minutes. */
const at = (seconds: number) => new Date(noon + seconds * 1_000);
const END = 600;
const arrival = at(3_600);

let company: Awaited<ReturnType<typeof givenCompany>>;
let other: typeof company;
beforeAll(async () => {
  company = await givenCompany();
  other = await givenCompany();
});

/** Replaces the company's outages. */
async function givenOutages(...outages: { id?: string; since: Date; until: Date | null }[]) {
  const { companyId, connection } = company;
  const rows = outages.map((outage) => ({ companyId, connectionId: connection.id, id: randomUUID(), ...outage }));
  await atDesk(companyId, async ({ db }) => {
    await db.delete(connectionOutages).where(eq(connectionOutages.companyId, companyId));
    await db.insert(connectionOutages).values(rows);
  });
}

async function counted(message: { at: Date; hasWaited?: boolean }, now = arrival, { companyId, connection } = company) {
  await atDesk(companyId, (ctx) => countAfterOutage(ctx, { connectionId: connection.id, ...message }), now);
  const rows = await atDesk(company.companyId, (ctx) =>
    ctx.db.select().from(connectionOutages).orderBy(connectionOutages.since, connectionOutages.id),
  );
  return rows.map(({ messagesAfter }) => messagesAfter);
}

describe("a message that arrived after an outage", () => {
  beforeEach(() => givenOutages({ since: at(0), until: at(END) }));

  test.each([
    ["before it began", false, at(-1)],
    ["when it began", true, at(0)],
    ["in its last second", true, at(END - 1)],
    ["when it ended", false, at(END)],
  ])("and was written %s is counted: %s", async (_when, isCounted, written) => {
    expect(await counted({ at: written })).toEqual([isCounted ? 1 : 0]);
  });

  test.each([
    ["over a minute before it began", false, at(-61)],
    ["a minute before it began, while nobody noticed", true, at(-60)],
    ["shortly after it ended, by the channel's clock", true, at(END + 4)],
    ["five seconds after it ended", false, at(END + 5)],
  ])("and waited, written %s, is counted: %s", async (_when, isCounted, written) => {
    expect(await counted({ at: written, hasWaited: true })).toEqual([isCounted ? 1 : 0]);
  });

  test("is counted after ten seconds only, unless the channel says that it waited", async () => {
    const written = at(10);
    expect(await counted({ at: written }, new Date(written.getTime() + 9_999))).toEqual([0]);
    expect(await counted({ at: written, hasWaited: true }, written)).toEqual([1]);
    expect(await counted({ at: written }, new Date(written.getTime() + 10_000))).toEqual([2]);
  });

  test("is not counted for another company or another connection", async () => {
    expect(await counted({ at: at(1) }, arrival, { ...other, connection: company.connection })).toEqual([0]);
    expect(await counted({ at: at(1) }, arrival, { ...company, connection: other.connection })).toEqual([0]);
  });
});

test("an outage that still lasts counts messages written in it", async () => {
  await givenOutages({ since: at(0), until: null });
  expect(await counted({ at: at(3_000) })).toEqual([1]);
  expect(await counted({ at: at(3_000), hasWaited: true })).toEqual([2]);
  expect(await counted({ at: at(-61), hasWaited: true })).toEqual([2]);
});

test("a message that waited through two outages is counted with the later one", async () => {
  await givenOutages({ since: at(0), until: at(30) }, { since: at(40), until: at(END) });
  expect(await counted({ at: at(20), hasWaited: true })).toEqual([0, 1]);
  expect(await counted({ at: at(20) })).toEqual([1, 1]);
});

test("a message without any outage changes nothing", async () => {
  await givenOutages({ since: at(-7_200), until: at(-3_600) });
  expect(await counted({ at: at(0), hasWaited: true })).toEqual([0]);
});
