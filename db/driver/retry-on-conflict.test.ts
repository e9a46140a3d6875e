import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { schema } from "../index.ts";
import { givenCompany, testDatabase } from "../testing/given.ts";
import { isSerializationFailure } from "./transient-errors.ts";

const { queues } = schema;

/** Two transactions that update both queues in opposite order; each has begun before either continues. */
async function givenMeeting(options: { retryOnConflict: boolean }) {
  const { companyId, queue, support } = await givenCompany();
  const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const runs = [0, 0];
  const paint = (at: number, ids: string[]) =>
    testDatabase().company(
      companyId,
      async (tx) => {
        runs[at] = (runs[at] ?? 0) + 1;
        for (const id of ids) {
          const isIt = and(eq(queues.companyId, companyId), eq(queues.id, id));
          const [row] = await tx.select({ name: queues.name }).from(queues).where(isIt).for("update");
          await tx
            .update(queues)
            .set({ name: `${row?.name}${at}` })
            .where(isIt);
          begun[at]?.resolve();
          await begun[1 - at]?.promise;
        }
      },
      options,
    );
  const both = await Promise.allSettled([paint(0, [queue.id, support.id]), paint(1, [support.id, queue.id])]);
  const names = await testDatabase().company(companyId, (tx) => tx.select({ name: queues.name }).from(queues));
  return { both, runs, names: names.map(({ name }) => name) };
}

test("of two deadlocked transactions one fails with the deadlock's error", async () => {
  const { both } = await givenMeeting({ retryOnConflict: false });
  const refused = both.filter((one) => one.status === "rejected");
  expect(refused).toHaveLength(1);
  expect(isSerializationFailure(refused[0]?.reason)).toBe(true);
});

test("with retryOnConflict the rolled-back transaction runs again and sees the other's changes", async () => {
  const { both, runs, names } = await givenMeeting({ retryOnConflict: true });
  expect(both.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
  // The retry may take its first row before the waiting transaction has it. They deadlock again, and either is rolled
  // back.
  expect(Math.max(...runs)).toBeGreaterThan(1);
  // Each transaction has changed each queue once.
  for (const name of names) expect([...(name.match(/[01]+$/)?.[0] ?? "")].sort()).toEqual(["0", "1"]);
});
