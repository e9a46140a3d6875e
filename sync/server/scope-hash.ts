import { createHash } from "node:crypto";
import type { Actor } from "../../domain/context.ts";
import { SYNC_SCHEMA_VERSION } from "../contracts/sync.ts";

/** Equal as long as the same documents may be held: another one means that a device must purge and boot again. */
export function scopeHash(actor: Actor): string {
  const { companyId, id, profile, queueIds, allTicket, allHistoric, answersOthers = false } = actor;
  const seesAll = profile === "admin";
  // Who may answer is written in every ticket's document.
  const seen = seesAll || [queueIds.toSorted(), allTicket, allHistoric, answersOthers];
  const scope = [SYNC_SCHEMA_VERSION, companyId, id, seen];
  return createHash("sha256").update(JSON.stringify(scope)).digest("base64url").slice(0, 16);
}
