import { and, eq, isNull } from "drizzle-orm";
import { schema } from "../../db/index.ts";
import type { DeskContext } from "../context.ts";

const { messages } = schema;

export type FetchedMedia = {
  messageId: string;
  fileId: string;
  mimetype: string;
  /** Bytes. */
  size: number;
  seconds?: number | null;
  waveform?: number[] | null;
};

/** The channel's file is in the store and belongs to the message now. */
export async function attachMedia(ctx: DeskContext, media: FetchedMedia): Promise<void> {
  await ctx.db
    .update(messages)
    .set({
      fileId: media.fileId,
      mediaMimetype: media.mimetype,
      mediaSize: media.size,
      mediaState: "ready",
      ...(media.seconds != null && { mediaSeconds: media.seconds }),
      ...(media.waveform && { waveform: media.waveform }),
    })
    .where(and(eq(messages.companyId, ctx.companyId), eq(messages.id, media.messageId)));
}

/** The channel does not give it any more; it can be asked for again. */
export async function failMedia(ctx: DeskContext, { messageId }: { messageId: string }): Promise<void> {
  await ctx.db
    .update(messages)
    .set({ mediaState: "failed" })
    .where(and(eq(messages.companyId, ctx.companyId), eq(messages.id, messageId), isNull(messages.fileId)));
}

/** How long a recording is and what it looks like, known since it was made ready for the channel. */
export async function describeRecording(
  ctx: DeskContext,
  { messageId, seconds, waveform }: { messageId: string; seconds: number; waveform: number[] },
): Promise<void> {
  await ctx.db
    .update(messages)
    .set({ mediaSeconds: seconds, waveform })
    .where(and(eq(messages.companyId, ctx.companyId), eq(messages.id, messageId)));
}
