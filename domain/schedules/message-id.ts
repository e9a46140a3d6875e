import { derivedId } from "../derived-id.ts";

/** The message that a schedule becomes. */
export const messageIdOf = (scheduleId: string): string => derivedId(`scheduled message ${scheduleId}`);
