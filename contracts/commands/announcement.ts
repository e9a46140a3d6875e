import type * as v from "valibot";
import { AnnouncementReading } from "../office/announcements.ts";
import { type CommandRow, payloads } from "./row.ts";

export const announcementPayloads = payloads(() => ({ "announcement.read": AnnouncementReading }));

export const announcementCommands = {
  "announcement.read": {
    subject: ({ announcementId }) => announcementId,
    isQuiet: true,
    shownIn: ["announcements"],
    effects: {
      announcements: (announcement, { edition }, { at }) =>
        announcement && announcement.readAt === null && (edition ?? announcement.edition) >= announcement.edition
          ? { ...announcement, readAt: at }
          : announcement,
    },
  } satisfies CommandRow<v.InferInput<typeof AnnouncementReading>>,
};
