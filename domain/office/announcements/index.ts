export { announcementsOf, newestAnnouncements } from "./announcement-documents.ts";
export { changeAnnouncement } from "./change-announcement.ts";
export { createAnnouncement } from "./create-announcement.ts";
export { deleteAnnouncement } from "./delete-announcement.ts";
export { findPicture } from "./find-picture.ts";
export { type AnnouncementView, pageOfAnnouncements, showAnnouncement } from "./list-announcements.ts";
export { markAnnouncementRead } from "./mark-announcement-read.ts";
export { removeUnusedPictures } from "./remove-unused-pictures.ts";
export { removePicture, setPicture } from "./set-picture.ts";
