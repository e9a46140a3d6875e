import { m } from "../../i18n/paraglide/messages.js";

/** Returns the problem of a missing queue; `mayBeNone`: an admin may start a conversation without one. */
export const queueProblem = (queueId: string | null, mayBeNone = false): string | null =>
  queueId || mayBeNone ? null : m.tickets_queue_choose();
