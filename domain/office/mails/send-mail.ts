import { uuidv7 } from "uuidv7";
import { DomainError } from "../../../contracts/domain-error.ts";
import { instantOf, isLocal } from "../../../contracts/local-time.ts";
import type { NewMail } from "../../../contracts/office/mails.ts";
import { schema } from "../../../db/index.ts";
import { companyTimeZone } from "../../ground/company-time/index.ts";
import type { Context } from "../../ground/context.ts";
import { cancelMail } from "./cancel-mail.ts";
import { getMailSetup } from "./mail-server.ts";
import { lockMail, type MailRow, one } from "./require-mail.ts";

const { mails, mailRecipients } = schema;

/** Stores a mail with a row for each recipient, to be sent now or at its time. Idempotent by id. */
export async function sendMail(ctx: Context, wanted: NewMail): Promise<MailRow> {
  const { id = uuidv7(), to, subject, body, replacesId } = wanted;
  const { companyId, now } = ctx;
  const [known] = await ctx.db.select({ id: mails.id }).from(mails).where(one(ctx, id));
  if (known) return lockMail(ctx, id);
  if (!(await getMailSetup(ctx)).isSetUp) throw new DomainError("ERR_MAIL_NOT_SET_UP");
  const sendAt = wanted.sendAt === null ? null : await sendAtOf(ctx, wanted.sendAt);
  if (replacesId) await cancelMail(ctx, replacesId);
  const values = { companyId, id, userId: ctx.actor.id, subject, body, sendAt, createdAt: now, updatedAt: now };
  const [made] = await ctx.db.insert(mails).values(values).onConflictDoNothing().returning();
  // The same request at the same moment: the other one has stored it.
  if (!made) return lockMail(ctx, id);
  const dueAt = sendAt ?? now;
  const rows = to.map((address, position) => ({ companyId, id: uuidv7(), mailId: id, position, address, dueAt }));
  await ctx.db.insert(mailRecipients).values(rows);
  return made;
}

async function sendAtOf(ctx: Context, text: string): Promise<Date> {
  const sendAt = isLocal(text) ? instantOf(text, await companyTimeZone(ctx)) : new Date(text);
  if (sendAt <= ctx.now) throw new DomainError("ERR_MAIL_NOT_FUTURE", { sendAt: sendAt.toISOString() });
  return sendAt;
}
