import * as v from "valibot";
import { announcementPriorities } from "../office/announcements.ts";

/** An announcement, as the HTTP interface answers it. `mediaPath`: its picture is at `/public/{mediaPath}`. */
export const AnnouncementWire = v.object({
  id: v.string(),
  title: v.string(),
  text: v.string(),
  priority: v.picklist(announcementPriorities),
  status: v.boolean(),
  mediaPath: v.nullable(v.string()),
  mediaName: v.nullable(v.string()),
  mediaSize: v.nullable(v.number()),
  createdAt: v.string(),
  /** For super users: how many companies have read the present edition, of how many. */
  readers: v.optional(v.number()),
  companies: v.optional(v.number()),
});
export type AnnouncementWire = v.InferOutput<typeof AnnouncementWire>;

export const AnnouncementPageWire = v.object({
  records: v.array(AnnouncementWire),
  hasMore: v.boolean(),
  count: v.number(),
});
