import { can } from "../../contracts/account/permissions.ts";
import type { CompanyDb, Database } from "../../db/index.ts";
import { campaignsById } from "../../domain/marketing/campaigns/index.ts";
import { changeKey, isMadeNow, type ScopedChange } from "../../sync/server/index.ts";
import { campaignToListWire } from "../campaigns/wire.ts";
import type { EmitContext } from "./emit-ticket-events.ts";
import type { Listener } from "./listener.ts";

/** A running campaign changes with each message: the changes of one second are one event. */
const EVERY_MS = 1_000;

/** The latest change of a campaign, and when the log's first entry for it was made, if this change may be that one. */
type Pending = { change: ScopedChange; firstAt: Date | undefined };

export type CampaignEvents = ReturnType<typeof openCampaignEvents>;

/** Runs the work after a second. */
type Later = (work: () => void) => void;
const aSecondLater: Later = (work) => void setTimeout(work, EVERY_MS).unref();

/** Emits the changes of a company's campaigns to the listeners who may manage them, at most once per second each. */
export function openCampaignEvents(
  database: Database,
  companyId: string,
  listeners: ReadonlySet<Listener>,
  later: Later = aSecondLater,
) {
  /** Campaigns with an event within the last second; the value is a change after that event. */
  const recent = new Map<string, Pending | null>();

  const managers = () => [...listeners].filter(({ actor }) => can.manageCampaigns(actor.profile));

  /** Ends the second of a campaign: its later changes become an event, or it is forgotten. */
  function endSecond(id: string): void {
    const pending = recent.get(id);
    recent.delete(id);
    if (!pending || listeners.size === 0) return;
    begin(id);
    database
      .company(companyId, (db) => emitNow(db, new Map([[id, pending]])), { isReading: true })
      // Clients must not assume that they received everything: a closed socket reconnects and reloads.
      .catch(() => managers().forEach(({ socket }) => void socket.conn.close()));
  }

  function begin(id: string): void {
    recent.set(id, null);
    later(() => endSecond(id));
  }

  async function emitNow(db: CompanyDb, changed: ReadonlyMap<string, Pending>): Promise<void> {
    const found = await campaignsById({ db, companyId, now: new Date() }, [...changed.keys()]);
    const byId = new Map(found.map((view) => [view.id, view]));
    for (const [id, { change, firstAt }] of changed) {
      const view = byId.get(id);
      const key = changeKey(change);
      const isNew = view && firstAt && isMadeNow(new Map([[key, firstAt]]), key, view.createdAt);
      const event = view
        ? { action: isNew ? "create" : "update", record: campaignToListWire(view) }
        : { action: "delete", id };
      for (const { socket } of managers()) socket.emit(`company-${companyId}-campaign`, event);
    }
  }

  return {
    /** Emits the campaigns without an event in the last second; the others follow at its end. */
    async emit({ db, first }: EmitContext, changes: readonly ScopedChange[]): Promise<void> {
      const now = new Map<string, Pending>();
      for (const change of changes) {
        const { collection, docId } = change;
        if (collection !== "campaigns") continue;
        const earlier = now.get(docId) ?? recent.get(docId);
        const pending = { change, firstAt: earlier?.firstAt ?? first.get(changeKey(change)) };
        if (recent.has(docId)) recent.set(docId, pending);
        else now.set(docId, pending);
      }
      if (now.size === 0 || managers().length === 0) return;
      for (const id of now.keys()) begin(id);
      await emitNow(db, now);
    },
  };
}
