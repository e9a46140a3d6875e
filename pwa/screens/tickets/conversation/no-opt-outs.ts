import type { SettingStorage } from "../../../ui/device-storage.ts";

const KEY = "noOptOuts";
const MAX_MESSAGES = 200;

/** Ids of messages that an agent has judged to be no request to get no more campaigns; the newest last. */
export function readNoOptOuts(storage: SettingStorage): string[] {
  const ids: unknown = JSON.parse(storage.getItem(KEY) ?? "[]");
  return Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : [];
}

/** Keeps the newest 200. */
export function keepNoOptOut(storage: SettingStorage, messageId: string): string[] {
  const ids = [...readNoOptOuts(storage), messageId].slice(-MAX_MESSAGES);
  storage.setItem(KEY, JSON.stringify(ids));
  return ids;
}
