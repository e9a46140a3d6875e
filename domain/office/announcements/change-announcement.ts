import { eq, sql } from "drizzle-orm";
import type { AnnouncementChange, AnnouncementPicture } from "../../../contracts/office/announcements.ts";
import { schema } from "../../../db/index.ts";
import { changesOf, recordAudit } from "../../account/audit/index.ts";
import type { PlatformContext } from "../../ground/context.ts";
import { logAnnouncement } from "./log-announcement.ts";
import { type AnnouncementRow, audited, requireAnnouncement, subjectOf } from "./require-announcement.ts";

const { announcements } = schema;

/**
 * Changes an announcement; omitted fields are unchanged. With a new title, text, priority or picture it is a new edition, which
 * everyone has yet to read.
 */
export async function changeAnnouncement(
  ctx: PlatformContext,
  id: string,
  change: AnnouncementChange & { picture?: AnnouncementPicture | null },
): Promise<AnnouncementRow> {
  const before = await requireAnnouncement(ctx, id);
  const isSame = (Object.keys(change) as (keyof typeof change)[]).every((field) => change[field] === before[field]);
  if (isSame) return before;
  const isNewEdition = (["title", "text", "priority", "picture"] as const).some(
    (field) => change[field] !== undefined && change[field] !== before[field],
  );
  const [row = before] = await ctx.db
    .update(announcements)
    .set({ ...change, ...(isNewEdition ? { edition: sql`${announcements.edition} + 1` } : {}), updatedAt: ctx.now })
    .where(eq(announcements.id, id))
    .returning();
  await logAnnouncement(ctx, id, before, row);
  const changes = changesOf(audited(before), audited(row));
  await recordAudit(ctx, { action: "announcement.changed", companyId: null, subject: subjectOf(row), changes });
  return row;
}
