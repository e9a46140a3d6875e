import { eq, type SQL, sql } from "drizzle-orm";
import { DomainError } from "../../../contracts/domain-error.ts";
import { type Database, schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";

const { companies } = schema;

/**
 * Decides what a company may do. The rule is the database function `company_standing`, which the connectors' claims use as well.
 * - `works`: everything
 * - `expired`: past its due date. Admins sign in to pay; its channels keep receiving for `RECEIVING_DAYS`
 * - `suspended`: not paid for longer: its connections rest as well
 * - `inactive`: deactivated or deleted: nobody signs in, and nothing runs
 */
export type CompanyStanding = "works" | "expired" | "suspended" | "inactive";

/** The standing as a column of a query on `companies`. */
export const standingColumn = (now: Date): SQL<CompanyStanding> =>
  sql<CompanyStanding>`company_standing(${companies.id}, ${companies.isActive}, ${companies.deletedAt}, ${companies.dueDate}, ${companies.planId}, ${now.toISOString()}::timestamptz)`;

export type Standing = { standing: CompanyStanding; dueDate: Date };

/** Refuses unless everything is allowed. */
export function requireStanding(company: Standing | undefined): void {
  if (!company || company.standing === "inactive") throw new DomainError("ERR_COMPANY_INACTIVE");
  if (company.standing !== "works")
    throw new DomainError("ERR_SUBSCRIPTION_EXPIRED", { dueDate: company.dueDate.toISOString() });
}

/** Refuses a company that may not work: inactive, deleted, or past its due date. */
export const requireWorking = async (ctx: DeskContext): Promise<void> => requireStanding(await readStanding(ctx));

/** Returns whether the company may do everything. */
export const isWorking = async (ctx: DeskContext): Promise<boolean> => (await readStanding(ctx))?.standing === "works";

async function readStanding({ db, companyId, now }: DeskContext): Promise<Standing | undefined> {
  const [company] = await db
    .select({ standing: standingColumn(now), dueDate: companies.dueDate })
    .from(companies)
    .where(eq(companies.id, companyId));
  return company;
}

/** Returns whether the company's channels and jobs run. False for a company that does not exist. */
export async function companyReceives(platform: Database["platform"], companyId: string, now: Date): Promise<boolean> {
  const [row] = await platform.execute<{ receives: boolean }>(
    sql`select company_receives(${companyId}, ${now.toISOString()}::timestamptz) as receives`,
  );
  return row?.receives ?? false;
}
