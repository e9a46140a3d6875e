import { asc } from "drizzle-orm";
import { schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";

const { helps } = schema;

export type Help = Pick<typeof helps.$inferSelect, "id" | "title" | "description" | "video">;

/** The same for every user of every company. */
export function listHelps(ctx: Pick<DeskContext, "db">): Promise<Help[]> {
  return ctx.db
    .select({ id: helps.id, title: helps.title, description: helps.description, video: helps.video })
    .from(helps)
    .orderBy(asc(helps.position), asc(helps.createdAt), asc(helps.id));
}
