import { and, eq, isNull, sql } from "drizzle-orm";
import type { MediaType } from "../../../contracts/desk/messages.ts";
import type { ErrorCode } from "../../../contracts/errors.ts";
import { schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";

const { messages } = schema;

export type FetchedMedia = {
  messageId: string;
  fileId: string;
  mimetype: string;
  /** In bytes. */
  size: number;
  /** The name and the kind, when they are not the message's own. */
  name?: string;
  mediaType?: MediaType;
  /** The stored content by which the file was fetched. */
  raw?: Record<string, unknown>;
  seconds?: number | null;
  waveform?: number[] | null;
};

/**
 * Attaches a file fetched from the channel to its message. Returns false when the message has got another file to
 * fetch meanwhile: `raw` is no longer what was fetched.
 */
export async function attachMedia(ctx: DeskContext, media: FetchedMedia): Promise<boolean> {
  const attached = await ctx.db
    .update(messages)
    .set({
      fileId: media.fileId,
      mediaMimetype: media.mimetype,
      mediaSize: media.size,
      mediaState: "ready",
      mediaError: null,
      ...(media.name && { mediaName: media.name }),
      ...(media.mediaType && { mediaType: media.mediaType }),
      ...(media.seconds != null && { mediaSeconds: media.seconds }),
      ...(media.waveform && { waveform: media.waveform }),
    })
    .where(
      and(
        eq(messages.companyId, ctx.companyId),
        eq(messages.id, media.messageId),
        media.raw && sql`${messages.raw} = ${JSON.stringify(media.raw)}::jsonb`,
      ),
    )
    .returning({ id: messages.id });
  return attached.length > 0;
}

/** Returns whether a message shows the file. */
export async function isMessageFile(ctx: DeskContext, fileId: string): Promise<boolean> {
  const [found] = await ctx.db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.companyId, ctx.companyId), eq(messages.fileId, fileId)))
    .limit(1);
  return found !== undefined;
}

/**
 * Marks the media as not stored; it can be requested again. `error`: the code of the reason; null: the channel did not give
 * it.
 */
export async function failMedia(
  ctx: DeskContext,
  { messageId, error = null }: { messageId: string; error?: ErrorCode | null },
): Promise<void> {
  await ctx.db
    .update(messages)
    .set({ mediaState: "failed", mediaError: error })
    .where(and(eq(messages.companyId, ctx.companyId), eq(messages.id, messageId), isNull(messages.fileId)));
}

/** Stores a recording's duration and waveform, known since its conversion for the channel. */
export async function describeRecording(
  ctx: DeskContext,
  { messageId, seconds, waveform }: { messageId: string; seconds: number; waveform: number[] },
): Promise<void> {
  await ctx.db
    .update(messages)
    .set({ mediaSeconds: seconds, waveform })
    .where(and(eq(messages.companyId, ctx.companyId), eq(messages.id, messageId)));
}
