import { createHash } from "node:crypto";
import { can } from "../../contracts/account/permissions.ts";
import { SYNC_SCHEMA_VERSION } from "../../contracts/sync.ts";
import type { Actor } from "../../domain/ground/context.ts";

/** Returns a hash of what an actor may hold: a device with another hash must purge and boot again. */
export function scopeHash(actor: Actor): string {
  const { companyId, id, profile, queueIds, allTicket, allHistoric, answersOthers = false } = actor;
  const seesAll = can.seeAllTickets(profile);
  // The right to answer is part of every ticket's document.
  const seen = seesAll || [queueIds.toSorted(), allTicket, allHistoric, answersOthers];
  const scope = [SYNC_SCHEMA_VERSION, companyId, id, seen];
  return createHash("sha256").update(JSON.stringify(scope)).digest("base64url").slice(0, 16);
}
