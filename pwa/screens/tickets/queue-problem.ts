import { m } from "../../i18n/paraglide/messages.js";

/** A conversation is in a queue: only an admin may start one without. */
export const queueProblem = (queueId: string | null, mayBeNone = false): string | null =>
  queueId || mayBeNone ? null : m.tickets_queue_choose();
