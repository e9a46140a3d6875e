import { sql } from "drizzle-orm";
import { type AnyPgColumn, foreignKey, timestamp, uuid } from "drizzle-orm/pg-core";

/** The first column of every company-owned table's primary key. */
export const companyId = () => uuid("company_id").notNull();
export const id = () => uuid("id").notNull();
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });
export const createdAt = () => instant("created_at").notNull().default(sql`now()`);
export const updatedAt = () => instant("updated_at").notNull().default(sql`now()`);

/**
 * The foreign key of a company-owned row to its owner, a row of the same company: deleted with it. `columns`: the
 * table's `companyId` and the column with the owner's id.
 */
export const ownedBy = (
  columns: [companyId: AnyPgColumn, ownerId: AnyPgColumn],
  owner: { companyId: AnyPgColumn; id: AnyPgColumn },
) => foreignKey({ columns, foreignColumns: [owner.companyId, owner.id] }).onDelete("cascade");
