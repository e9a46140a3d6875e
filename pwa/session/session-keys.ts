import { uuidv7 } from "uuidv7";
import type { SessionUser } from "../../sync/contracts/session.ts";

export type StoredSession = { token: string; user: SessionUser };

/** What the specification keeps in local storage about who is signed in; `user` opens the desk without a network. */
const sessionKeys = ["token", "companyId", "userId", "companyDueDate", "cshow", "user"] as const;

export function readStoredSession(storage: Storage): StoredSession | null {
  const token = storage.getItem("token");
  const user = storage.getItem("user");
  if (!token || !user) return null;
  try {
    return { token, user: JSON.parse(user) };
  } catch (error) {
    if (error instanceof SyntaxError) return null; // written by something else: signing in writes it again
    throw error;
  }
}

export function storeSession(storage: Storage, { token, user }: StoredSession): void {
  const campaigns = user.company.settings?.find((setting) => setting.key === "campaignsEnabled");
  storage.setItem("token", token);
  storage.setItem("companyId", user.companyId);
  storage.setItem("userId", user.id);
  storage.setItem("companyDueDate", user.company.dueDate ?? "");
  storage.setItem("user", JSON.stringify(user));
  if (campaigns?.value === "true") storage.setItem("cshow", "true");
  else storage.removeItem("cshow");
}

/** Preferences (theme, language, volume, signOption) and the task list stay: they are not the session's. */
export function removeStoredSession(storage: Storage): void {
  for (const key of sessionKeys) storage.removeItem(key);
}

/** Which browser this is among those of its user: chosen once, told to nobody but the server. */
export function readWriterId(storage: Storage): string {
  const known = storage.getItem("writerId");
  if (known) return known;
  const chosen = uuidv7();
  storage.setItem("writerId", chosen);
  return chosen;
}

/** A preference kept on this device, on until someone turns it off. */
export function readSignOption(storage: Storage): boolean {
  return storage.getItem("signOption") !== "false";
}
export function storeSignOption(storage: Storage, isOn: boolean): void {
  storage.setItem("signOption", String(isOn));
}

/** How this device sorts the waiting tickets. */
export function readWaitingOrder(storage: Storage): "newestFirst" | "oldestFirst" {
  return storage.getItem("waitingOrder") === "oldestFirst" ? "oldestFirst" : "newestFirst";
}
export function storeWaitingOrder(storage: Storage, order: "newestFirst" | "oldestFirst"): void {
  storage.setItem("waitingOrder", order);
}
