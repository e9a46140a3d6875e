import { and, eq, lt, sql } from "drizzle-orm";
import { DomainError } from "../../../contracts/domain-error.ts";
import type { AnnouncementReading } from "../../../contracts/office/announcements.ts";
import { keepPlatformRows, schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";

const { announcements, announcementReads } = schema;

/** Marks an active announcement as read by the actor. Repeating it, or reading an older edition, changes nothing. */
export async function markAnnouncementRead(
  { db, companyId, actor, now }: Context,
  { announcementId, edition }: AnnouncementReading,
): Promise<void> {
  await keepPlatformRows(db, "announcements");
  const [row] = await db
    .select({ edition: announcements.edition })
    .from(announcements)
    .where(and(eq(announcements.id, announcementId), eq(announcements.isActive, true)));
  if (!row) throw new DomainError("ERR_NO_ANNOUNCEMENT_FOUND", { id: announcementId });
  const read = Math.min(edition ?? row.edition, row.edition);
  await db
    .insert(announcementReads)
    .values({ companyId, announcementId, userId: actor.id, edition: read, readAt: now })
    .onConflictDoUpdate({
      target: [announcementReads.companyId, announcementReads.announcementId, announcementReads.userId],
      set: { edition: sql`excluded.edition`, readAt: now },
      setWhere: and(eq(announcementReads.companyId, companyId), lt(announcementReads.edition, sql`excluded.edition`)),
    });
}
