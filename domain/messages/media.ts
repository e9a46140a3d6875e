import { and, eq, isNull } from "drizzle-orm";
import { schema } from "../../db/index.ts";
import type { DeskContext } from "../context.ts";

const { messages } = schema;

export type FetchedMedia = {
  messageId: string;
  fileId: string;
  mimetype: string;
  /** In bytes. */
  size: number;
  seconds?: number | null;
  waveform?: number[] | null;
};

/** Attaches a file fetched from the channel to its message. */
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

/** Marks the media as unavailable at the channel; it can be requested again. */
export async function failMedia(ctx: DeskContext, { messageId }: { messageId: string }): Promise<void> {
  await ctx.db
    .update(messages)
    .set({ mediaState: "failed" })
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
