import { asc, eq } from "drizzle-orm";
import { schema } from "../../db/index.ts";
import type { DeskContext } from "../context.ts";

export type TagRow = typeof schema.tags.$inferSelect;

export function listTags(ctx: Pick<DeskContext, "db" | "companyId">): Promise<TagRow[]> {
  return ctx.db
    .select()
    .from(schema.tags)
    .where(eq(schema.tags.companyId, ctx.companyId))
    .orderBy(asc(schema.tags.name));
}
