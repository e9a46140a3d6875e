import { and, eq } from "drizzle-orm";
import { enqueue, schema } from "../../../../db/index.ts";
import type { DeskContext } from "../../../ground/context.ts";
import type { MessageRowDb } from "../../outbox/index.ts";
import type { IncomingMessage } from "./incoming.ts";

const { messages } = schema;

type Raw = { attrs?: { id?: string; participant?: string } };
const attrsOf = (raw: unknown) => (raw as Raw | null | undefined)?.attrs ?? {};

/** Returns whether the stored file of a message came with another message: a copy in higher quality. */
export const hasBetterCopy = ({ raw, providerId }: Pick<MessageRowDb, "raw" | "providerId">): boolean => {
  const { id } = attrsOf(raw);
  return id !== undefined && id !== providerId;
};

/** Returns the stored content of the first copy, if a better one has replaced it. */
export const firstCopyOf = (raw: unknown): Record<string, unknown> | undefined =>
  (raw as { first?: Record<string, unknown> } | null)?.first;

/** Returns whether the copy may replace the message's file: the same kind of file by the same author. */
export const isCopyOf = (known: MessageRowDb, copy: IncomingMessage): boolean =>
  known.mediaType === copy.kind &&
  known.mediaState !== null &&
  attrsOf(known.raw).participant === attrsOf(copy.raw).participant;

/** Makes the copy the message's file; the present file is shown until the new one is here. Idempotent. */
export async function takeBetterCopy(ctx: DeskContext, known: MessageRowDb, copy: IncomingMessage): Promise<void> {
  if (known.isDeleted || attrsOf(known.raw).id === attrsOf(copy.raw).id) return;
  const { companyId } = ctx;
  await ctx.db
    .update(messages)
    .set({
      // The first copy is fetched when the better one is not available.
      raw: { ...copy.raw, first: known.raw },
      ...(!known.fileId && known.mediaState === "failed" && { mediaState: "pending" as const, mediaError: null }),
    })
    .where(and(eq(messages.companyId, companyId), eq(messages.id, known.id)));
  const { connectionId } = copy;
  if (known.mediaState !== "remote")
    await enqueue(ctx.db, "media.fetch", { companyId, connectionId, messageId: known.id });
}

/** The first copy arrives after the better one: it adds what only it has. */
export async function completeFromFirstCopy(ctx: DeskContext, known: MessageRowDb, { body, raw }: IncomingMessage) {
  if (!hasBetterCopy(known) || firstCopyOf(known.raw) || known.isDeleted || !raw) return;
  const isWithoutText = known.body === "" && !known.editedAt;
  await ctx.db
    .update(messages)
    .set({ raw: { ...known.raw, first: raw }, ...(isWithoutText && { body }) })
    .where(and(eq(messages.companyId, ctx.companyId), eq(messages.id, known.id)));
}
