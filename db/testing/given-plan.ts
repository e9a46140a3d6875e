import { randomUUID } from "node:crypto";
import { schema } from "../index.ts";
import { testDatabase } from "./given.ts";

type PlanRow = typeof schema.plans.$inferSelect;

/** Creates a plan with a name that no other plan has. */
export async function givenPlan(plan: Partial<typeof schema.plans.$inferInsert> = {}): Promise<PlanRow> {
  const id = randomUUID();
  const usual = { id, name: `Plano ${id}`, users: 10, connections: 5, queues: 10, valueCents: 19_990 };
  const [row] = await testDatabase().asPlatform((tx) =>
    tx
      .insert(schema.plans)
      .values({ ...usual, ...plan })
      .returning(),
  );
  if (!row) throw new Error("the plan was not created");
  return row;
}
