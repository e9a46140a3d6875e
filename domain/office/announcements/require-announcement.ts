import { eq } from "drizzle-orm";
import { DomainError } from "../../../contracts/domain-error.ts";
import { lockPlatformRows, schema } from "../../../db/index.ts";
import type { PlatformContext } from "../../ground/context.ts";
import { requireSuper } from "../../ground/require-permission.ts";

const { announcements } = schema;

export type AnnouncementRow = typeof announcements.$inferSelect;

/** Locks and returns the announcement that a super user changes. */
export async function requireAnnouncement(ctx: PlatformContext, id: string): Promise<AnnouncementRow> {
  requireSuper(ctx);
  await lockPlatformRows(ctx.db, "announcements");
  const [row] = await ctx.db.select().from(announcements).where(eq(announcements.id, id));
  if (!row) throw new DomainError("ERR_NO_ANNOUNCEMENT_FOUND", { id });
  return row;
}

/** The fields that the audit shows. */
export const audited = ({ title, text, priority, isActive, picture }: Omit<AnnouncementRow, "id">) => ({
  ...{ title, text, priority, isActive },
  picture: picture?.name ?? null,
});

export const subjectOf = ({ id, title }: AnnouncementRow) => ({ id, name: title });
