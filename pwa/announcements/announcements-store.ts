import { useSyncExternalStore } from "react";
import type { SessionUser } from "../../contracts/account/session.ts";
import type { DeviceDesk } from "../../sync/client/index.ts";

/** The open desk, for parts of the shell outside of it, and the number of unread announcements. */
export type Announcements = { desk: { device: DeviceDesk; user: SessionUser } | null; unread: number };

const none: Announcements = { desk: null, unread: 0 };
let present = none;
const listeners = new Set<() => void>();

/** Set by the component that holds the desk; null: the desk was closed. */
export function setAnnouncements(next: Announcements | null): void {
  present = next ?? none;
  for (const listener of listeners) listener();
}

export function useAnnouncements(): Announcements {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => present,
  );
}
