import type { SessionUser } from "../../contracts/account/session.ts";
import { forgetKept } from "../first-paint/kept-record.ts";
import type { SettingStorage } from "../ui/device-storage.ts";

/**
 * `unsentKey`: seals the unsent work when the session ends; null: the session began before the server gave one.
 * `otherUnsentKey`: opens work that was sealed with it, while the server replaces its key.
 */
export type StoredSession = {
  token: string;
  user: SessionUser;
  unsentKey: string | null;
  otherUnsentKey?: string | null;
};

/**
 * Keys that the specification defines in local storage for the signed-in user; `user` lets the desk open offline.
 * `aiTalks`: the history of texts generated with AI must not outlive the session.
 */
const sessionKeys = [
  "token",
  "companyId",
  "userId",
  "companyDueDate",
  "cshow",
  "user",
  "aiTalks",
  "unsentKey",
  "otherUnsentKey",
] as const;

export function readStoredSession(storage: Storage): StoredSession | null {
  const token = storage.getItem("token");
  const user = storage.getItem("user");
  if (!token || !user) return null;
  try {
    const [unsentKey, otherUnsentKey] = [storage.getItem("unsentKey"), storage.getItem("otherUnsentKey")];
    return { token, user: JSON.parse(user), unsentKey, otherUnsentKey };
  } catch (error) {
    if (error instanceof SyntaxError) return null; // invalid JSON: the next sign-in overwrites it
    throw error;
  }
}

export function storeSession(storage: Storage, { token, user, unsentKey, otherUnsentKey }: StoredSession): void {
  const known = JSON.stringify(user);
  // Another user, or other rights: the kept screens may have tickets that the user may not see.
  if (storage.getItem("user") !== known) forgetKept(storage);
  const campaigns = user.company.settings?.find((setting) => setting.key === "campaignsEnabled");
  storage.setItem("token", token);
  for (const [name, key] of Object.entries({ unsentKey, otherUnsentKey }))
    if (key) storage.setItem(name, key);
    else storage.removeItem(name);
  storage.setItem("companyId", user.companyId);
  storage.setItem("userId", user.id);
  storage.setItem("companyDueDate", user.company.dueDate ?? "");
  storage.setItem("user", known);
  if (campaigns?.value === "true") storage.setItem("cshow", "true");
  else storage.removeItem("cshow");
}

/**
 * Half-filled forms ("draft:…") and the screens as they were last drawn go with the session. Preferences (theme, language, volume, signOption) and the task list stay, because they are not part of the session.
 */
export function removeStoredSession(storage: Storage): void {
  for (const key of sessionKeys) storage.removeItem(key);
  forgetKept(storage);
  for (const key of Object.keys(storage)) if (key.startsWith("draft:")) storage.removeItem(key);
}

/** Returns whether messages are signed: stored on this device, true by default. */
export function readSignOption(storage: SettingStorage): boolean {
  return storage.getItem("signOption") !== "false";
}
export function storeSignOption(storage: SettingStorage, isOn: boolean): void {
  storage.setItem("signOption", String(isOn));
}

/** Returns how this device sorts the waiting tickets. */
export function readWaitingOrder(storage: SettingStorage): "newestFirst" | "oldestFirst" {
  return storage.getItem("waitingOrder") === "newestFirst" ? "newestFirst" : "oldestFirst";
}
export function storeWaitingOrder(storage: SettingStorage, order: "newestFirst" | "oldestFirst"): void {
  storage.setItem("waitingOrder", order);
}
