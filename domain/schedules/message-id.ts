import { derivedId } from "../derived-id.ts";

/** Returns the id of the message that a schedule sends. */
export const messageIdOf = (scheduleId: string): string => derivedId(`scheduled message ${scheduleId}`);
