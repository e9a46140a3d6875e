import { and, eq } from "drizzle-orm";
import { schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";

const { contacts } = schema;

/** Sets the address of the picture of a locked contact; '': none. */
export async function setPictureAddress(ctx: DeskContext, contactId: string, profilePicUrl: string): Promise<void> {
  await ctx.db
    .update(contacts)
    .set({ profilePicUrl, updatedAt: ctx.now })
    .where(and(eq(contacts.companyId, ctx.companyId), eq(contacts.id, contactId)));
}
