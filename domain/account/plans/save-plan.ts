import { eq } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { PlanChange, PlanInput } from "../../../contracts/account/plans.ts";
import { DomainError } from "../../../contracts/domain-error.ts";
import { type CompanyDb, schema, takenIndex } from "../../../db/index.ts";
import type { PlatformContext } from "../../ground/context.ts";
import { requireSuper } from "../../ground/require-permission.ts";
import { changesOf, recordAudit } from "../audit/index.ts";
import type { PlanRow } from "./list-plans.ts";

const { plans } = schema;

export async function createPlan(ctx: PlatformContext, input: PlanInput): Promise<PlanRow> {
  requireSuper(ctx);
  const row = { ...input, id: uuidv7(), createdAt: ctx.now, updatedAt: ctx.now };
  const [plan] = await orTaken(ctx.db, (db) => db.insert(plans).values(row).returning());
  if (!plan) throw new Error("the plan was not inserted");
  const changes = changesOf(audited(), audited(plan));
  await recordAudit(ctx, { action: "plan.created", companyId: null, subject: plan, changes });
  return plan;
}

/** Changes a plan. Invoices that exist keep their amount. A company that uses more than it then allows keeps its rows. */
export async function changePlan(ctx: PlatformContext, id: string, change: PlanChange): Promise<PlanRow> {
  requireSuper(ctx);
  const [before] = await ctx.db.select().from(plans).where(eq(plans.id, id)).for("no key update");
  if (!before) throw new DomainError("ERR_NO_PLAN_FOUND", { id });
  const [plan = before] = await orTaken(ctx.db, (db) =>
    db
      .update(plans)
      .set({ ...change, updatedAt: ctx.now })
      .where(eq(plans.id, id))
      .returning(),
  );
  const changes = changesOf(audited(before), audited(plan));
  if (Object.keys(changes).length > 0)
    await recordAudit(ctx, { action: "plan.changed", companyId: null, subject: plan, changes });
  return plan;
}

/** The fields that the audit shows; of a plan that does not exist yet, nothing. */
function audited(plan?: PlanRow) {
  const { name, users, connections, queues, storageGb, valueCents, isPublic } = plan ?? {};
  const fields = { name, users, connections, queues, storageGb, valueCents, isPublic };
  return Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, value ?? null]));
}

/** Two names that differ only in case are the same; only the unique index decides between simultaneous requests. */
async function orTaken<T>(db: CompanyDb, write: (db: CompanyDb) => Promise<T>): Promise<T> {
  try {
    // In a savepoint, so that a taken name does not fail the surrounding transaction.
    return await db.transaction((tx) => write(tx as unknown as CompanyDb));
  } catch (error) {
    throw takenIndex(error) === "plans_name"
      ? new DomainError("ERR_PLAN_NAME_TAKEN", { fields: { name: ["taken"] } })
      : error;
  }
}
