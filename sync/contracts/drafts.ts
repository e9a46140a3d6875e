import * as v from "valibot";
import { Id, Instant } from "./id.ts";

/** What a user has begun to write in a ticket; on all of that user's devices and nobody else's. `id`: the ticket's. */
export const DraftDocument = v.object({ id: Id, rev: v.number(), text: v.string(), updatedAt: Instant });
export type DraftDocument = v.InferOutput<typeof DraftDocument>;

export const DRAFT_LENGTH = 20_000;

/**
 * '' throws the draft away. `baseRev`: the rev of the draft this one was written over, 0 for none; where another
 * `writerId` (one id per device, of its own choosing) has saved since, this one is a conflict the person decides.
 */
export const DraftSave = v.object({
  ticketId: Id,
  text: v.pipe(v.string(), v.maxLength(DRAFT_LENGTH)),
  baseRev: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  writerId: Id,
});
export type DraftSave = v.InferOutput<typeof DraftSave>;
