import * as v from "valibot";
import { Id } from "../id.ts";

const Shortcode = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(60));
/** The channel's longest text. */
const Text = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(4_096));

export const NewQuickMessage = v.object({
  id: v.optional(Id),
  shortcode: Shortcode,
  message: Text,
  isGeneral: v.optional(v.boolean(), false),
  /** A completed upload: a picture sent with the text. */
  fileId: v.optional(v.nullable(Id), null),
});
export type NewQuickMessage = v.InferOutput<typeof NewQuickMessage>;

export const QuickMessageChange = v.object({
  shortcode: v.optional(Shortcode),
  message: v.optional(Text),
  isGeneral: v.optional(v.boolean()),
  /** Null removes the picture. */
  fileId: v.optional(v.nullable(Id)),
});
export type QuickMessageChange = v.InferOutput<typeof QuickMessageChange>;

export const QuickMessageDocument = v.object({
  id: Id,
  rev: v.number(),
  shortcode: v.string(),
  message: v.string(),
  isGeneral: v.boolean(),
  userId: v.nullable(Id),
  fileId: v.nullable(Id),
  fileName: v.nullable(v.string()),
});
export type QuickMessageDocument = v.InferOutput<typeof QuickMessageDocument>;
