import * as v from "valibot";
import type { Database } from "../../db/index.ts";
import { type EndReason, SESSIONS_CHANNEL } from "../../domain/account/users/index.ts";

const Notice = v.object({ id: v.string(), reason: v.picklist(["elsewhere", "ended"]) });

/** Calls back for each session ended by any process. */
export async function listenToEndedSessions(
  database: Database,
  onEnded: (sessionId: string, reason: EndReason) => void,
): Promise<{ stop(): Promise<void> }> {
  const subscription = await database.listen(SESSIONS_CHANNEL, (payload) => {
    const notice = v.parse(Notice, JSON.parse(payload));
    onEnded(notice.id, notice.reason);
  });
  return { stop: () => subscription.unlisten() };
}
