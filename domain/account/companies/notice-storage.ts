import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { STORAGE_NOTICE_SHARE } from "../../../contracts/account/companies.ts";
import { GibiByte } from "../../../contracts/desk/messages.ts";
import { schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import { queueAdminMails } from "../mail/index.ts";
import { gigabytes, planLimits, storedBytesOf } from "../plans/index.ts";

const { companies } = schema;

/**
 * Mails the admins of an active company whose files use more than 80 % of its storage, once until they use less. Returns
 * whether mails were queued.
 */
export async function noticeStorage(ctx: DeskContext): Promise<boolean> {
  const { db, companyId, now } = ctx;
  const { storageGb: limitGb } = await planLimits(ctx);
  const bytes = await storedBytesOf(ctx);
  const own = eq(companies.id, companyId);
  if (limitGb === null || bytes <= limitGb * GibiByte * STORAGE_NOTICE_SHARE) {
    await db
      .update(companies)
      .set({ storageNoticedAt: null })
      .where(and(own, isNotNull(companies.storageNoticedAt)));
    return false;
  }
  const [company] = await db
    .update(companies)
    .set({ storageNoticedAt: now })
    .where(and(own, isNull(companies.storageNoticedAt), eq(companies.isActive, true), isNull(companies.deletedAt)))
    .returning({ name: companies.name });
  if (!company) return false;
  const values = { company: company.name, usedGb: gigabytes(bytes), limitGb };
  await queueAdminMails(ctx, { template: "storageFilling", values });
  return true;
}
