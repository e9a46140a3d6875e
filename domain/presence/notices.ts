import { sql } from "drizzle-orm";
import * as v from "valibot";
import type { CompanyDb, Database } from "../../db/index.ts";
import { Id } from "../../sync/contracts/id.ts";
import { Present, presenceStates } from "../../sync/contracts/presence.ts";
import { TicketScope } from "../../sync/contracts/tickets.ts";

const CHANNEL = "balcao_presence";

/** What every process hears of one person at one ticket. It says by itself who may be told. */
export const PresenceNotice = v.object({
  companyId: Id,
  ticketId: Id,
  scope: TicketScope,
  who: Present,
  state: v.picklist(presenceStates),
  /** For the connector, where the person may answer: whom to show that somebody types. */
  answers: v.nullable(v.object({ connectionId: Id, chatKey: v.string() })),
});
export type PresenceNotice = v.InferOutput<typeof PresenceNotice>;

export async function tellPresence(db: CompanyDb, notice: PresenceNotice): Promise<void> {
  await db.execute(sql`select pg_notify(${CHANNEL}, ${JSON.stringify(notice)})`);
}

/** Calls back for what any process was told. What is lost with a connection is said again soon. */
export async function listenToPresence(
  database: Database,
  onNotice: (notice: PresenceNotice) => void,
): Promise<{ stop(): Promise<void> }> {
  const subscription = await database.listen(CHANNEL, (payload) =>
    onNotice(v.parse(PresenceNotice, JSON.parse(payload))),
  );
  return { stop: () => subscription.unlisten() };
}
