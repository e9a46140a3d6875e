import { and, eq, isNull, or } from "drizzle-orm";
import { can } from "../../../contracts/account/permissions.ts";
import { DomainError } from "../../../contracts/domain-error.ts";
import { pictureAddress } from "../../../contracts/pictures.ts";
import { schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { readableMessages, seesTicketOfContact, visibleTickets } from "../tickets/index.ts";

const { campaigns, chatMembers, chatMessages, files, messages, tickets, quickMessages, schedules, contacts } = schema;

export type FileRow = typeof files.$inferSelect;
/** The columns of a file that its download needs: owner, id, name, type and size in bytes. */
export type StoredFile = Pick<FileRow, "companyId" | "id" | "name" | "mimetype" | "size">;

/** Returns a finished file that the actor may read, and refuses with `ERR_NO_FILE_FOUND` without one. */
export async function requireFile(ctx: Context, id: string): Promise<FileRow> {
  const file = await findFile(ctx, id);
  if (!file) throw new DomainError("ERR_NO_FILE_FOUND", { id });
  return file;
}

/**
 * Returns a finished file of the company that the actor may read: their own upload, or a file of a visible message, an
 * internal chat of which they are a member, a contact, a quick message, one of their schedules or a campaign that they
 * may manage.
 */
export async function findFile(ctx: Context, id: string): Promise<FileRow | null> {
  const [file] = await ctx.db
    .select()
    .from(files)
    .where(and(eq(files.companyId, ctx.companyId), eq(files.id, id), eq(files.isComplete, true)));
  if (file && (file.userId === ctx.actor.id || (await isReadable(ctx, id)))) return file;
  return null;
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
  const [written] = await ctx.db
    .select({ id: chatMessages.id })
    .from(chatMessages)
    .innerJoin(
      chatMembers,
      and(eq(chatMembers.companyId, chatMessages.companyId), eq(chatMembers.chatId, chatMessages.chatId)),
    )
    .where(
      and(
        eq(chatMessages.companyId, ctx.companyId),
        eq(chatMessages.fileId, fileId),
        eq(chatMembers.userId, ctx.actor.id),
      ),
    )
    .limit(1);
  if (written) return true;
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
        or(eq(schedules.userId, ctx.actor.id), seesTicketOfContact(ctx.actor, schedules)),
      ),
    )
    .limit(1);
  return planned !== undefined || (can.manageCampaigns(ctx.actor.profile) && (await isOfCampaign(ctx, fileId)));
}

async function isOfCampaign(ctx: Context, fileId: string): Promise<boolean> {
  const [campaign] = await ctx.db
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(and(eq(campaigns.companyId, ctx.companyId), eq(campaigns.fileId, fileId)))
    .limit(1);
  return campaign !== undefined;
}
