import { LRUCache } from "lru-cache";
import type { Database } from "../../db/index.ts";
import { loadActor } from "../../domain/account/users/index.ts";
import { firstChanges, type ScopedChange, type Streams } from "../../sync/server/index.ts";
import type { Keys } from "../config.ts";
import { mediaAddressesOf } from "../media/media-address.ts";
import { type CampaignEvents, openCampaignEvents } from "./campaign-events.ts";
import { emitAnnouncementEvents } from "./emit-announcement-events.ts";
import { emitChatEvents } from "./emit-chat-events.ts";
import { emitCompanyEvents } from "./emit-company-events.ts";
import { emitListEvents } from "./emit-list-events.ts";
import { emitPaymentEvents } from "./emit-payment-events.ts";
import { type EmitContext, emitTicketEvents } from "./emit-ticket-events.ts";
import type { Listener } from "./listener.ts";

const MAX_KNOWN_UNREAD = 20_000;

type CompaniesDeps = { database: Database; streams: Streams; mediaKeys: Keys };
type Company = { listeners: Set<Listener>; following: ReturnType<Streams["follow"]> };

/** Emits the changes of each company with listeners to those listeners, in order. */
export function followCompanies({ database, streams, mediaKeys }: CompaniesDeps) {
  const companies = new Map<string, Company>();
  const unread = new LRUCache<string, number>({ max: MAX_KNOWN_UNREAD });

  function companyOf(companyId: string): Company {
    const known = companies.get(companyId);
    if (known) return known;
    const listeners = new Set<Listener>();
    const campaigns = openCampaignEvents(database, companyId, listeners);
    const following = streams.follow(companyId, (changes) => emit(companyId, listeners, campaigns, changes));
    const company = { listeners, following };
    companies.set(companyId, company);
    return company;
  }

  async function emit(
    companyId: string,
    listeners: ReadonlySet<Listener>,
    campaigns: CampaignEvents,
    changes: readonly ScopedChange[],
  ) {
    try {
      await refreshActors(database, companyId, listeners, changes);
      await database.company(
        companyId,
        async (db) => {
          const context: EmitContext = {
            db,
            companyId,
            first: await firstChanges(db, companyId, changes),
            addressOf: ({ sessionId, origin }) => mediaAddressesOf(mediaKeys, { companyId, sessionId, origin }),
            remember(ticketId, count) {
              const before = unread.get(ticketId);
              unread.set(ticketId, count);
              return before;
            },
          };
          await emitTicketEvents(context, [...listeners], changes);
          await campaigns.emit(context, changes);
          await emitListEvents(context, [...listeners], changes);
          await emitChatEvents(context, [...listeners], changes);
          await emitAnnouncementEvents(context, [...listeners], changes);
          await emitPaymentEvents(context, [...listeners], changes);
          await emitCompanyEvents(context, [...listeners], changes);
        },
        { isReading: true },
      );
    } catch (error) {
      // Clients must not assume that they received everything: a closed socket reconnects and reloads.
      for (const { socket } of [...listeners]) socket.conn.close();
      throw error;
    }
  }

  return {
    /** Resolves when all later changes are emitted to the listener. */
    async join(listener: Listener): Promise<void> {
      const { companyId } = listener.actor;
      const company = companyOf(companyId);
      company.listeners.add(listener);
      const leave = () => {
        company.listeners.delete(listener);
        if (company.listeners.size > 0 || companies.get(companyId) !== company) return;
        companies.delete(companyId);
        company.following.stop();
      };
      listener.socket.once("disconnect", leave);
      await company.following.deliveredTo().catch((error) => {
        leave();
        throw error;
      });
    },
    /** The listeners of each company. */
    listeners: (): [companyId: string, listeners: Listener[]][] =>
      [...companies].map(([companyId, { listeners }]) => [companyId, [...listeners]]),
  };
}

/** Reloads users whose own row or queues have changed, so that the next events follow their new permissions. */
async function refreshActors(
  database: Database,
  companyId: string,
  listeners: ReadonlySet<Listener>,
  changes: readonly ScopedChange[],
) {
  const changed = new Set(changes.filter(({ collection }) => collection === "refs").map(({ docId }) => docId));
  for (const listener of [...listeners]) {
    if (!changed.has(`user:${listener.actor.id}`)) continue;
    const actor = await database.company(companyId, (db) => loadActor(db, companyId, listener.actor.id));
    if (actor) listener.actor = actor;
    else listener.socket.disconnect(true);
  }
}
