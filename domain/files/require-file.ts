import { and, eq, isNull, or } from "drizzle-orm";
import { schema } from "../../db/index.ts";
import { pictureAddress } from "../../sync/contracts/pictures.ts";
import type { Context } from "../context.ts";
import { DomainError } from "../domain-error.ts";
import { ofSeenContact, readableMessages, visibleTickets } from "../tickets/index.ts";

const { files, messages, tickets, quickMessages, schedules, contacts } = schema;

export type FileRow = typeof files.$inferSelect;

/**
 * Returns a finished file that the actor may read: their own upload, or a file of a visible message, a contact, a
 * quick message or one of their schedules.
 */
export async function requireFile(ctx: Context, id: string): Promise<FileRow> {
  const [file] = await ctx.db
    .select()
    .from(files)
    .where(and(eq(files.companyId, ctx.companyId), eq(files.id, id), eq(files.isComplete, true)));
  if (file && (file.userId === ctx.actor.id || (await isReadable(ctx, id)))) return file;
  throw new DomainError("ERR_NO_FILE_FOUND", { id });
}

async function isReadable(ctx: Context, fileId: string): Promise<boolean> {
  const [message] = await ctx.db
    .select({ id: messages.id })
    .from(messages)
    .innerJoin(tickets, and(eq(tickets.companyId, messages.companyId), eq(tickets.id, messages.ticketId)))
    .where(
      and(
        eq(messages.companyId, ctx.companyId),
        eq(messages.fileId, fileId),
        visibleTickets(ctx.actor),
        readableMessages(ctx.actor),
      ),
    )
    .limit(1);
  if (message) return true;
  // Every agent may see every contact.
  const [shown] = await ctx.db
    .select({ id: contacts.id })
    .from(contacts)
    .where(
      and(
        eq(contacts.companyId, ctx.companyId),
        eq(contacts.profilePicUrl, pictureAddress(fileId)),
        isNull(contacts.mergedIntoId),
      ),
    )
    .limit(1);
  if (shown) return true;
  const [quick] = await ctx.db
    .select({ id: quickMessages.id })
    .from(quickMessages)
    .where(
      and(
        eq(quickMessages.companyId, ctx.companyId),
        eq(quickMessages.fileId, fileId),
        or(eq(quickMessages.isGeneral, true), eq(quickMessages.userId, ctx.actor.id)),
      ),
    )
    .limit(1);
  if (quick) return true;
  const [planned] = await ctx.db
    .select({ id: schedules.id })
    .from(schedules)
    .where(
      and(
        eq(schedules.companyId, ctx.companyId),
        eq(schedules.fileId, fileId),
        or(eq(schedules.userId, ctx.actor.id), ofSeenContact(ctx.actor, schedules)),
      ),
    )
    .limit(1);
  return planned !== undefined;
}
