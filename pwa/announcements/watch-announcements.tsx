import { useEffect } from "react";
import { useDesk, useDeskUser } from "../session/desk.tsx";
import { setAnnouncements } from "./announcements-store.ts";

/** Tells the shell the number of unread announcements. Draws nothing. */
export function WatchAnnouncements() {
  const device = useDesk();
  const user = useDeskUser();
  useEffect(() => {
    const subscription = device
      .announcements$()
      .subscribe((all) =>
        setAnnouncements({ desk: { device, user }, unread: all.filter(({ readAt }) => !readAt).length }),
      );
    return () => {
      subscription.unsubscribe();
      setAnnouncements(null);
    };
  }, [device, user]);
  return null;
}
