import { useState } from "react";
import type { AnnouncementView } from "../../sync/client/index.ts";
import { useDesk, useObservable } from "../session/desk.tsx";

const none: AnnouncementView[] = [];

/** Returns the announcements on this device, the open one, and what marks them as read. */
export function useReading() {
  const desk = useDesk();
  const all = useObservable(() => desk.announcements$(), [desk], none);
  const [openId, setOpenId] = useState<string | null>(null);
  const unread = all.filter(({ readAt }) => readAt === null);

  const read = ({ id, edition }: AnnouncementView) =>
    void desk.send("announcement.read", { announcementId: id, edition });
  return {
    all,
    unread,
    /** Null: the list; also when the open one was deactivated meanwhile. */
    open: all.find(({ id }) => id === openId) ?? null,
    choose(announcement: AnnouncementView | null) {
      setOpenId(announcement?.id ?? null);
      if (announcement && announcement.readAt === null) read(announcement);
    },
    readAll() {
      for (const announcement of unread) read(announcement);
    },
  };
}
