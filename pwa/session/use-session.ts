import { useSyncExternalStore } from "react";
import type { SessionUser } from "../../contracts/account/session.ts";
import { type SessionState, session } from "./session.ts";

export function useSession(): SessionState {
  return useSyncExternalStore(session.subscribe, session.get);
}

/** Returns the signed-in user, for components that are only drawn while someone is signed in. */
export function useUser(): SessionUser {
  const { user } = useSession();
  if (!user) throw new Error("useUser requires a user.");
  return user;
}
