import { sql } from "drizzle-orm";
import * as v from "valibot";
import { TicketScope } from "../../../contracts/desk/tickets.ts";
import { Id } from "../../../contracts/id.ts";
import { Present, presenceStates } from "../../../contracts/presence.ts";
import type { CompanyDb, Database } from "../../../db/index.ts";

const CHANNEL = "balcao_presence";

/** A notice to every process about one person at one ticket. It contains who may be told. */
export const PresenceNotice = v.object({
  companyId: Id,
  ticketId: Id,
  scope: TicketScope,
  who: Present,
  state: v.picklist(presenceStates),
  /** For the connector, if the user may answer: the chat that gets the typing indicator. */
  answers: v.nullable(v.object({ connectionId: Id, chatKey: v.string() })),
});
export type PresenceNotice = v.InferOutput<typeof PresenceNotice>;

export async function notifyPresence(db: CompanyDb, notice: PresenceNotice): Promise<void> {
  await db.execute(sql`select pg_notify(${CHANNEL}, ${JSON.stringify(notice)})`);
}

/** Calls back for notices from any process. A lost one is repeated soon. */
export async function listenToPresence(
  database: Database,
  onNotice: (notice: PresenceNotice) => void,
): Promise<{ stop(): Promise<void> }> {
  const subscription = await database.listen(CHANNEL, (payload) =>
    onNotice(v.parse(PresenceNotice, JSON.parse(payload))),
  );
  return { stop: () => subscription.unlisten() };
}
