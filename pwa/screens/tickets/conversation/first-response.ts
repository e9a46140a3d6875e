import type { MessageView } from "../../../../sync/client/index.ts";
import { isAutomatic } from "../../../../sync/contracts/messages.ts";

/** Milliseconds from the contact's first message to a person's first reply; null: no reply, or the beginning is not loaded. */
export function firstResponseMs(messages: readonly MessageView[], hasOlder: boolean): number | null {
  if (hasOlder) return null;
  const asked = messages.find(({ fromMe }) => !fromMe);
  const replied =
    asked && messages.find((one) => one.fromMe && !isAutomatic(one.origin) && one.createdAt > asked.createdAt);
  return asked && replied ? Date.parse(replied.createdAt) - Date.parse(asked.createdAt) : null;
}
