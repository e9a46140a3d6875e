import { expect, test } from "vitest";
import { testTime } from "../../contracts/testing/clock.ts";
import { openSecretBox } from "../../db/secret-box.ts";
import type { DeskContext } from "./context.ts";
import { type CompanyRuns, resealRows } from "./reseal-rows.ts";

const former = openSecretBox("the former key", "test");
const both = openSecretBox(["the present key", "the former key"], "test");
const ctx = { db: {}, companyId: "loja", now: new Date(testTime()) } as DeskContext;
/** Each transaction is repeated, as after a conflict. */
const company: CompanyRuns = {
  companyId: "loja",
  async run(work) {
    await work(ctx);
    return work(ctx);
  },
};

test("a batch whose transaction is repeated counts once", async () => {
  const rows = Array.from({ length: 250 }, (_, at) => at);
  const counts = await resealRows<number>(company, both, {
    read: async (_db, after, limit) => rows.filter((row) => row > (after ?? -1)).slice(0, limit),
    sealed: (row) => (row === 249 ? Buffer.from("unreadable") : former.seal(Buffer.from("segredo"), String(row))),
    place: String,
    write: async () => {},
  });
  expect(counts).toEqual({ resealed: 249, unreadable: 1 });
});
