import { useSyncExternalStore } from "react";
import type { SessionUser } from "../../sync/contracts/session.ts";
import { type SessionState, session } from "./session.ts";

export function useSession(): SessionState {
  return useSyncExternalStore(session.subscribe, session.get);
}

/** For what is only drawn while someone is signed in. */
export function useUser(): SessionUser {
  const { user } = useSession();
  if (!user) throw new Error("useUser needs someone signed in.");
  return user;
}

export const isAdmin = (user: SessionUser) => user.profile === "admin";

/** Tags and quick messages that are for everyone: admins and supervisors change them. */
export const managesTexts = (user: SessionUser) => user.profile === "admin" || user.profile === "supervisor";
