import { type AnnouncementPriority, NewAnnouncement } from "../../../contracts/office/announcements.ts";
import { checkBy } from "../lists/form-problems.ts";
import type { Announcement } from "./announcement-calls.ts";
import type { Attachment } from "./attachment-field.tsx";

export type AnnouncementForm = {
  title: string;
  text: string;
  priority: AnnouncementPriority;
  isActive: boolean;
  picture: Attachment;
};

export const announcementForm = (announcement: Announcement | null): AnnouncementForm => ({
  title: announcement?.title ?? "",
  text: announcement?.text ?? "",
  priority: announcement?.priority ?? 3,
  isActive: announcement?.isActive ?? true,
  picture: announcement?.picture ? { kind: "stored", ...announcement.picture } : { kind: "none" },
});

export const announcementProblems = checkBy<AnnouncementForm>(NewAnnouncement);
