import { randomUUID } from "node:crypto";
import { TransactionRollbackError } from "drizzle-orm";
import { expect, test } from "vitest";
import { schema } from "../../../db/index.ts";
import { givenCompany } from "../../../db/testing/given.ts";
import { atDesk } from "../../testing.ts";
import { type Help, listHelps } from "./list-helps.ts";

test("helps are listed by position, then by age, then by id, with their texts only", async () => {
  const { companyId } = await givenCompany();
  const at = (hour: number) => new Date(Date.UTC(2026, 4, 4, hour));
  const [low = "", high = ""] = [randomUUID(), randomUUID()].toSorted();
  const help = (title: string, position: number, createdAt: Date, id: string = randomUUID()) => ({
    ...{ id, title, description: `Sobre ${title}`, video: "dQw4w9WgXcQ" },
    ...{ position, createdAt },
  });
  const given = [
    help("quarta", 2, at(1)),
    help("terceira", 1, at(2), high),
    help("segunda", 1, at(2), low),
    help("primeira", 1, at(1)),
    help("antes de todas", 0, at(3)),
  ];
  let listed: Help[] = [];
  // Rolled back: the helps belong to the platform, so tests that run at the same time would see them.
  const rolledBack = atDesk(companyId, (ctx) =>
    ctx.db.transaction(async (tx) => {
      await tx.insert(schema.helps).values(given);
      listed = await listHelps({ db: tx });
      tx.rollback();
    }),
  );
  await expect(rolledBack).rejects.toThrow(TransactionRollbackError);
  const ours = listed.filter(({ id }) => given.some((each) => each.id === id));
  expect(ours.map(({ title }) => title)).toEqual(["antes de todas", "primeira", "segunda", "terceira", "quarta"]);
  expect(ours[1]).toEqual({
    id: given[3]?.id,
    title: "primeira",
    description: "Sobre primeira",
    video: "dQw4w9WgXcQ",
  });
});
