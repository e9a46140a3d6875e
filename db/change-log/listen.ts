import * as v from "valibot";
import { Id } from "../../contracts/id.ts";
import type { Database } from "../client.ts";

const Notice = v.object({ companyId: Id, rev: v.number() });

/** Calls back for each batch of revisions that any process assigned, for any company. Reconnects by itself. */
export async function listenToChanges(
  database: Database,
  onChange: (companyId: string, rev: number) => void,
  onReconnect: () => void = () => {},
): Promise<{ stop(): Promise<void> }> {
  const subscription = await database.listen(
    "balcao_changes",
    (payload) => {
      const notice = v.parse(Notice, JSON.parse(payload));
      onChange(notice.companyId, notice.rev);
    },
    onReconnect,
  );
  return { stop: () => subscription.unlisten() };
}

/** Calls back when any process changed an announcement, and when such a notice may have been missed. */
export async function listenToAnnouncements(
  database: Database,
  onChange: () => void,
): Promise<{ stop(): Promise<void> }> {
  const subscription = await database.listen("balcao_announcements", onChange, onChange);
  return { stop: () => subscription.unlisten() };
}
