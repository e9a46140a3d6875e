import { derivedId } from "../../ground/derived-id.ts";

/** Returns the id of the message that a schedule sends, or sends in a later attempt. */
export const messageIdOf = (scheduleId: string, attempt = 0): string =>
  derivedId(`scheduled message ${scheduleId}${attempt === 0 ? "" : ` attempt ${attempt}`}`);
