import * as v from "valibot";
import { Id } from "./id.ts";

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
