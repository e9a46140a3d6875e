import { eq } from "drizzle-orm";
import { DomainError } from "../../../contracts/domain-error.ts";
import { schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";

const { companies } = schema;

export type CompanyRow = typeof companies.$inferSelect;

/** Returns the user's own company; any other does not exist. */
export async function requireOwnCompany(ctx: Pick<DeskContext, "db" | "companyId">, id: string): Promise<CompanyRow> {
  const isOwn = id === ctx.companyId;
  const [company] = isOwn ? await ctx.db.select().from(companies).where(eq(companies.id, id)) : [];
  if (!company) throw new DomainError("ERR_NO_COMPANY_FOUND", { id });
  return company;
}
