import { uuidv7 } from "uuidv7";
import type { NewAnnouncement } from "../../../contracts/office/announcements.ts";
import { schema } from "../../../db/index.ts";
import { changesOf, recordAudit } from "../../account/audit/index.ts";
import type { PlatformContext } from "../../ground/context.ts";
import { requireSuper } from "../../ground/require-permission.ts";
import { logAnnouncement } from "./log-announcement.ts";
import { type AnnouncementRow, audited, subjectOf } from "./require-announcement.ts";

const { announcements } = schema;

/** Creates an announcement. An active one appears in every company. */
export async function createAnnouncement(ctx: PlatformContext, input: NewAnnouncement): Promise<AnnouncementRow> {
  requireSuper(ctx);
  const [row] = await ctx.db
    .insert(announcements)
    .values({ ...input, id: uuidv7(), createdAt: ctx.now, updatedAt: ctx.now })
    .returning();
  if (!row) throw new Error("the announcement was not inserted");
  await logAnnouncement(ctx, row.id, null, row);
  const { picture: _none, ...fields } = audited(row);
  const nothing = { title: null, text: null, priority: null, isActive: null };
  const changes = changesOf(nothing, fields);
  await recordAudit(ctx, { action: "announcement.created", companyId: null, subject: subjectOf(row), changes });
  return row;
}
