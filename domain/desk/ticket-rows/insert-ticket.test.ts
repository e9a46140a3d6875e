import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { schema } from "../../../db/index.ts";
import { givenCompany, givenContact } from "../../../db/testing/given.ts";
import type { DeskContext } from "../../ground/context.ts";
import { atDesk } from "../../testing.ts";
import { insertTicket } from "./index.ts";

const { tickets } = schema;

async function given() {
  const { companyId, connection } = await givenCompany();
  const contactId = (await givenContact({ companyId })).id;
  /** Each closed: a contact may have any number of them. */
  const insert = async (ctx: DeskContext) => {
    const created = await insertTicket(ctx, {
      ...{ id: randomUUID(), contactId, connectionId: connection.id, status: "closed" },
    });
    if (!created) throw new Error("no ticket was created");
    return created.number;
  };
  return { companyId, insert };
}

test("an open transaction with a new ticket delays no other new ticket of the company", async () => {
  const { companyId, insert } = await given();
  const isOpen = Promise.withResolvers<number>();
  const goOn = Promise.withResolvers<void>();
  const slow = atDesk(companyId, async (ctx) => {
    isOpen.resolve(await insert(ctx));
    await goOn.promise;
  });
  const first = await isOpen.promise;
  const second = await atDesk(companyId, insert);
  goOn.resolve();
  await slow;
  expect([first, second]).toEqual([1, 2]);
});

test("sixteen writers get unique numbers, and each writer's numbers grow", async () => {
  const { companyId, insert } = await given();
  const taken = await Promise.all(
    Array.from({ length: 16 }, async () => {
      const mine: number[] = [];
      for (let n = 0; n < 10; n++) {
        // Two tickets in one transaction, with another writer's numbers between them.
        await atDesk(companyId, async (ctx) => void mine.push(await insert(ctx), await insert(ctx)));
      }
      return mine;
    }),
  );
  for (const mine of taken) expect(mine).toEqual(mine.toSorted((a, b) => a - b));
  expect(new Set(taken.flat()).size).toBe(16 * 20);
  expect(Math.max(...taken.flat())).toBe(16 * 20);
  const rows = await atDesk(companyId, ({ db }) =>
    db.select({ number: tickets.number }).from(tickets).where(eq(tickets.companyId, companyId)),
  );
  expect(rows).toHaveLength(16 * 20);
});

test("a rolled-back ticket leaves a gap, and its number is not given again", async () => {
  const { companyId, insert } = await given();
  const failed = atDesk(companyId, async (ctx) => {
    await insert(ctx);
    throw new Error("rolled back");
  });
  await expect(failed).rejects.toThrow("rolled back");
  expect(await atDesk(companyId, insert)).toBe(2);
});

test("each company counts its own tickets", async () => {
  const [ours, theirs] = [await given(), await given()];
  expect(await atDesk(ours.companyId, ours.insert)).toBe(1);
  expect(await atDesk(theirs.companyId, theirs.insert)).toBe(1);
});
