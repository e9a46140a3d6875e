import * as v from "valibot";
import {
  type AnnouncementPriority,
  announcementPriorities,
  NewAnnouncement,
} from "../../../sync/contracts/announcements.ts";
import { checkBy } from "../lists/form-problems.ts";
import type { Announcement } from "./announcement-calls.ts";

/** `picture`: names the chosen picture, so that a change of it counts as one of the form. */
export type AnnouncementForm = {
  title: string;
  text: string;
  priority: AnnouncementPriority;
  isActive: boolean;
  picture: string;
};

export const announcementForm = (announcement: Announcement | null): AnnouncementForm => ({
  title: announcement?.title ?? "",
  text: announcement?.text ?? "",
  priority: announcement?.priority ?? 3,
  isActive: announcement?.isActive ?? true,
  picture: announcement?.picture?.name ?? "",
});

export const announcementProblems = checkBy<AnnouncementForm>(NewAnnouncement);

/** The fields of a stored draft. A draft stores no files. */
export const AnnouncementDraft = v.object({
  title: v.string(),
  text: v.string(),
  priority: v.picklist(announcementPriorities),
  isActive: v.boolean(),
});
