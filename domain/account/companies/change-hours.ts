import { eq } from "drizzle-orm";
import type { DayHours } from "../../../contracts/hours.ts";
import { schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { requirePermission } from "../../ground/require-permission.ts";
import { type CompanyRow, requireOwnCompany } from "./require-company.ts";

const { companies } = schema;

/** Sets the company's business hours, in its time zone. Admins only. */
export async function changeHours(ctx: Context, id: string, schedules: DayHours[]): Promise<CompanyRow> {
  await requireOwnCompany(ctx, id);
  requirePermission(ctx, "manageSettings", { id });
  await ctx.db.update(companies).set({ schedules, updatedAt: ctx.now }).where(eq(companies.id, id));
  return requireOwnCompany(ctx, id);
}
