import * as v from "valibot";
import { Id, Instant } from "../id.ts";

/** 1: high, 2: medium, 3: low. */
export const announcementPriorities = [1, 2, 3] as const;
export type AnnouncementPriority = (typeof announcementPriorities)[number];

/** How many announcements a device keeps: the newest active ones. */
export const MAX_ANNOUNCEMENTS = 200;
/** The largest picture, in bytes. */
export const MAX_PICTURE_BYTES = 5 * 1024 * 1024;
export const MAX_ANNOUNCEMENT_TITLE = 150;
export const MAX_ANNOUNCEMENT_TEXT = 5_000;

const fields = {
  title: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(MAX_ANNOUNCEMENT_TITLE)),
  text: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(MAX_ANNOUNCEMENT_TEXT)),
  priority: v.picklist(announcementPriorities),
  isActive: v.boolean(),
};

/** An announcement as a super user writes it. Its picture is set by a call of its own. */
export const NewAnnouncement = v.object({
  ...fields,
  priority: v.optional(fields.priority, 3),
  isActive: v.optional(fields.isActive, true),
});
export type NewAnnouncement = v.InferOutput<typeof NewAnnouncement>;

export const AnnouncementChange = v.partial(v.object(fields));
export type AnnouncementChange = v.InferOutput<typeof AnnouncementChange>;

/**
 * `edition`: the edition that the user has read; a later one stays unread. Without it: the present one.
 */
export const AnnouncementReading = v.object({
  announcementId: Id,
  edition: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(1_000_000))),
});
export type AnnouncementReading = v.InferOutput<typeof AnnouncementReading>;

export const AnnouncementPicture = v.object({
  fileId: Id,
  name: v.string(),
  mimetype: v.string(),
  size: v.number(),
});
export type AnnouncementPicture = v.InferOutput<typeof AnnouncementPicture>;

/** An active announcement as its reader's device keeps it. */
export const AnnouncementDocument = v.object({
  id: Id,
  rev: v.number(),
  title: v.string(),
  text: v.string(),
  priority: v.picklist(announcementPriorities),
  picture: v.nullable(AnnouncementPicture),
  /** Counts the versions of title, text, priority and picture, from 1. */
  edition: v.number(),
  createdAt: Instant,
  /** When the reader read this edition; null: unread. */
  readAt: v.nullable(Instant),
});
export type AnnouncementDocument = v.InferOutput<typeof AnnouncementDocument>;
