import { and, eq, isNotNull } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { EDIT_WITHIN_MS } from "../../../contracts/desk/bodies/message-edit.ts";
import { schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import { type FollowUpVersion, followUpsOf } from "./follow-ups.ts";

const { messages, messageVersions } = schema;

/** Phones accept an edit somewhat longer than they offer one. A later edit would be shown to nobody. */
const TELL_WITHIN_MS = EDIT_WITHIN_MS + 5 * 60_000;

const turns = followUpsOf("edit");
export const { postpone: postponeEdit, resume: resumeEdits } = turns;

/** An edit to send. */
export type EditFollowUp = FollowUpVersion & { body: string };
export type OutgoingEdit = EditFollowUp & { chatKey: string; providerId: string; isTooLate: boolean };

/** Returns our edits that the channel does not have yet, of messages that it has. */
export async function nextEdits(ctx: DeskContext, connectionId: string): Promise<OutgoingEdit[]> {
  const rows = await turns.dueOf(ctx, connectionId);
  return rows.flatMap(({ id, chatKey, providerId, editTurn, body, acceptedAt }) => {
    if (!chatKey || !providerId) return [];
    const isTooLate = acceptedAt !== null && ctx.now.getTime() - acceptedAt.getTime() > TELL_WITHIN_MS;
    return [{ messageId: id, turn: editTurn, body, chatKey, providerId, isTooLate }];
  });
}

/** The channel has the edit. If a newer edit exists, the channel shows this text until then. */
export async function markEdited(ctx: DeskContext, { body, ...edit }: EditFollowUp): Promise<void> {
  const finished = await ctx.db
    .update(messages)
    .set({ editAfter: null, channelBody: null })
    .where(turns.ofVersion(ctx, edit))
    .returning({ id: messages.id });
  if (finished.length > 0) return;
  await ctx.db
    .update(messages)
    .set({ channelBody: body })
    .where(and(eq(messages.companyId, ctx.companyId), eq(messages.id, edit.messageId), isNotNull(messages.editAfter)));
}

/**
 * The channel has refused the edit: the message gets back the text that everyone else sees, and the refused text is
 * kept as a version.
 */
export async function refuseEdit(ctx: DeskContext, edit: FollowUpVersion): Promise<void> {
  const [message] = await ctx.db.select().from(messages).where(turns.ofVersion(ctx, edit)).for("no key update");
  if (!message) return;
  await ctx.db.insert(messageVersions).values({
    companyId: ctx.companyId,
    id: uuidv7(),
    messageId: message.id,
    body: message.body,
    cause: "refused",
    at: ctx.now,
  });
  await ctx.db
    .update(messages)
    .set({ body: message.channelBody ?? message.body, editAfter: null, channelBody: null })
    .where(turns.ofVersion(ctx, edit));
}
