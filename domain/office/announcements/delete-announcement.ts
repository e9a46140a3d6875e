import { eq } from "drizzle-orm";
import { schema } from "../../../db/index.ts";
import { recordAudit } from "../../account/audit/index.ts";
import type { PlatformContext } from "../../ground/context.ts";
import { logAnnouncement } from "./log-announcement.ts";
import { requireAnnouncement, subjectOf } from "./require-announcement.ts";

const { announcements } = schema;

/** Deletes an announcement with its read marks. Its picture is unreadable at once and removed at night. */
export async function deleteAnnouncement(ctx: PlatformContext, id: string): Promise<void> {
  const row = await requireAnnouncement(ctx, id);
  await ctx.db.delete(announcements).where(eq(announcements.id, id));
  await logAnnouncement(ctx, id, row, null);
  await recordAudit(ctx, { action: "announcement.deleted", companyId: null, subject: subjectOf(row) });
}
