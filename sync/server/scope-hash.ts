import { createHash } from "node:crypto";
import type { Actor } from "../../domain/context.ts";
import { SYNC_SCHEMA_VERSION } from "../contracts/sync.ts";

/** Equal as long as the same documents may be held: another one means that a device must purge and boot again. */
export function scopeHash(actor: Actor): string {
  const { companyId, id, profile, queueIds, allTicket, allHistoric } = actor;
  const seesAll = profile === "admin";
  const scope = [SYNC_SCHEMA_VERSION, companyId, id, seesAll || [queueIds.toSorted(), allTicket, allHistoric]];
  return createHash("sha256").update(JSON.stringify(scope)).digest("base64url").slice(0, 16);
}
