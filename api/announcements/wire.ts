import * as v from "valibot";
import { AnnouncementChange, NewAnnouncement } from "../../contracts/office/announcements.ts";
import type { AnnouncementWire } from "../../contracts/wire/announcements.ts";
import type { AnnouncementView } from "../../domain/office/announcements/index.ts";
import { Switch, WholeNumber, withoutUndefined } from "../http/form-values.ts";
import { shownAs, withNames } from "../http/reference/shown-input.ts";
import type { AddressOf } from "../media/media-address.ts";

const names = { isActive: "status" };
const posted = { title: v.string(), text: v.string(), priority: WholeNumber, status: Switch };

const renamed = v.transform(({ status, ...fields }: { status?: boolean } & Record<string, unknown>) =>
  withoutUndefined({ ...fields, isActive: status }),
);

/** A picture is set by its own call; `mediaPath` and `mediaName` are read-only. */
export const NewAnnouncementWire = shownAs(
  withNames(NewAnnouncement.entries, names),
  v.pipe(v.partial(v.object(posted)), renamed, NewAnnouncement),
);
export const AnnouncementChangeWire = shownAs(
  withNames(AnnouncementChange.entries, names),
  v.pipe(v.partial(v.object(posted)), renamed, AnnouncementChange),
);

type Shown = Omit<AnnouncementView, "audience"> & { audience?: AnnouncementView["audience"] };

/** Clients of this family load `/public/{mediaPath}`: the address without its origin. */
const publicPath = (address: string): string => address.replace(/^https?:\/\/[^/]*\//, "");

export const announcementToWire = (row: Shown, addressOf: AddressOf): AnnouncementWire => ({
  id: row.id,
  title: row.title,
  text: row.text,
  priority: row.priority,
  status: row.isActive,
  mediaPath: row.picture && publicPath(addressOf(row.picture.fileId)),
  mediaName: row.picture?.name ?? null,
  mediaSize: row.picture?.size ?? null,
  createdAt: row.createdAt.toISOString(),
  ...row.audience,
});
