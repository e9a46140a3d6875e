import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { can } from "../../contracts/account/permissions.ts";
import { SYNC_SCHEMA_VERSION } from "../../contracts/sync.ts";
import type { Actor } from "../../domain/ground/context.ts";

/** Hashes by what they are computed from: each event of a stream compares two. */
const hashes = new LRUCache<string, string>({ max: 10_000 });

/** Returns a hash of what an actor may hold: a device with another hash must purge and boot again. */
export function scopeHash(actor: Actor): string {
  const { companyId, id, profile, queueIds, allTicket, allHistoric, answersOthers = false } = actor;
  const seesAll = can.seeAllTickets(profile);
  // The right to answer is part of every ticket's document.
  const seen = seesAll || [queueIds.toSorted(), allTicket, allHistoric, answersOthers];
  const scope = JSON.stringify([SYNC_SCHEMA_VERSION, companyId, id, seen]);
  const known = hashes.get(scope);
  if (known) return known;
  const hash = createHash("sha256").update(scope).digest("base64url").slice(0, 16);
  hashes.set(scope, hash);
  return hash;
}
