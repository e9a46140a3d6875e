import * as v from "valibot";
import { AnnouncementPageWire, AnnouncementWire } from "../../../contracts/wire/announcements.ts";
import { apiFetch, apiSend } from "../../session/api-fetch.ts";
import type { ListPage } from "../lists/index.ts";
import type { AnnouncementForm } from "./announcement-form.ts";

/** An announcement as the super users' screen shows it. */
export type Announcement = Omit<AnnouncementWire, "status" | "mediaPath" | "mediaName" | "mediaSize"> & {
  isActive: boolean;
  picture: { url: string; name: string; size: number } | null;
};

function fromWire({ status, mediaPath, mediaName, mediaSize, ...same }: AnnouncementWire): Announcement {
  const picture = mediaPath ? { url: `/public/${mediaPath}`, name: mediaName ?? "", size: mediaSize ?? 0 } : null;
  return { ...same, isActive: status, picture };
}

export function announcementPage(answer: unknown): ListPage<Announcement> {
  const { records, hasMore, count } = v.parse(AnnouncementPageWire, answer);
  return { rows: records.map(fromWire), hasMore, count };
}

/** Requests about announcements to the server. */
export const announcementCalls = {
  /** Resolves with the id. */
  async save(id: string | null, { title, text, priority, isActive }: AnnouncementForm): Promise<string> {
    const body = { title, text, priority, status: isActive };
    const answer = await (id ? apiSend("PUT", `/announcements/${id}`, body) : apiSend("POST", "/announcements", body));
    return v.parse(AnnouncementWire, await answer.json()).id;
  },
  remove: (id: string) => apiSend("DELETE", `/announcements/${id}`),
  attach(id: string, file: File) {
    const body = new FormData();
    body.append("file", file);
    return apiFetch(`/announcements/${id}/media-upload`, { method: "POST", body });
  },
  detach: (id: string) => apiSend("DELETE", `/announcements/${id}/media-upload`),
};
