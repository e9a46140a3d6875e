import type { AnnouncementDocument } from "../../contracts/announcements.ts";
import { isStopped, type OutboxRecord } from "../outbox/entry.ts";

/** The announcement without its revision, with the reading on this device. */
export type AnnouncementView = Omit<AnnouncementDocument, "rev">;

/** Applies pending readings to the pulled announcements; the newest first. */
export function announcementViews(
  pulled: readonly AnnouncementDocument[],
  commands: readonly OutboxRecord[],
): AnnouncementView[] {
  const readings = commands.filter((command) => command.type === "announcement.read" && !isStopped(command));
  return pulled
    .map(({ rev: _rev, ...announcement }) => ({
      ...announcement,
      readAt: announcement.readAt ?? readHere(announcement, readings),
    }))
    .sort((a, b) => (`${a.createdAt} ${a.id}` < `${b.createdAt} ${b.id}` ? 1 : -1));
}

/** Returns when the present edition was read on this device; null: not, or an older edition. */
function readHere({ id, edition }: AnnouncementView, readings: readonly OutboxRecord[]): string | null {
  for (const { type, payload, createdAt } of readings)
    if (type === "announcement.read" && payload.announcementId === id && (payload.edition ?? edition) >= edition)
      return createdAt;
  return null;
}
