import { and, desc, eq, inArray } from "drizzle-orm";
import { type AnnouncementDocument, MAX_ANNOUNCEMENTS } from "../../../contracts/office/announcements.ts";
import { schema } from "../../../db/index.ts";
import type { Context, DeskContext } from "../../ground/context.ts";

const { announcements, announcementReads } = schema;

export type AnnouncementContent = Omit<AnnouncementDocument, "rev">;

/** Returns the newest active announcements as the actor reads them, newest first. */
export async function newestAnnouncements(
  { db, companyId, actor }: Pick<Context, "db" | "companyId" | "actor">,
  limit = MAX_ANNOUNCEMENTS,
): Promise<AnnouncementContent[]> {
  const { id, title, text, priority, picture, edition, createdAt } = announcements;
  const rows = await db
    .select({ id, title, text, priority, picture, edition, createdAt, readAt: announcementReads.readAt })
    .from(announcements)
    .leftJoin(
      announcementReads,
      and(
        eq(announcementReads.companyId, companyId),
        eq(announcementReads.announcementId, id),
        eq(announcementReads.userId, actor.id),
        eq(announcementReads.edition, edition),
      ),
    )
    .where(eq(announcements.isActive, true))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit);
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    readAt: row.readAt?.toISOString() ?? null,
  }));
}

/** Returns announcements by id, inactive ones too, for the live channel. */
export function announcementsOf({ db }: Pick<DeskContext, "db">, ids: readonly string[]) {
  return db
    .select()
    .from(announcements)
    .where(inArray(announcements.id, [...ids]));
}
