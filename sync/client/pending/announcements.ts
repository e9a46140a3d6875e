import type { AnnouncementDocument } from "../../../contracts/office/announcements.ts";
import type { OutboxRecord } from "../outbox/entry.ts";
import { applyEffectsToAll } from "./apply-effects.ts";

/** The announcement without its revision, with the reading on this device. */
export type AnnouncementView = Omit<AnnouncementDocument, "rev">;

/** Applies pending readings to the pulled announcements; the newest first. */
export const announcementViews = (
  pulled: readonly AnnouncementDocument[],
  commands: readonly OutboxRecord[],
  acting: { userId: string; userName: string },
): AnnouncementView[] =>
  applyEffectsToAll("announcements", pulled, commands, acting)
    .map(({ rev: _rev, isWaiting: _isWaiting, ...announcement }) => announcement)
    .sort((a, b) => (`${a.createdAt} ${a.id}` < `${b.createdAt} ${b.id}` ? 1 : -1));
