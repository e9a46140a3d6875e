import { isAutomatic } from "../../../../contracts/desk/messages.ts";
import type { MessageView } from "../../../../sync/client/index.ts";

/**
 * Returns the milliseconds from the contact's first message to the first reply by a person; null: no reply, or older
 * messages are not loaded.
 */
export function firstResponseMs(messages: readonly MessageView[], hasOlder: boolean): number | null {
  if (hasOlder) return null;
  const asked = messages.find(({ fromMe }) => !fromMe);
  const replied =
    asked && messages.find((one) => one.fromMe && !isAutomatic(one.origin) && one.createdAt > asked.createdAt);
  return asked && replied ? Date.parse(replied.createdAt) - Date.parse(asked.createdAt) : null;
}
