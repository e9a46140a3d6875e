import * as v from "valibot";
import { Id, Instant } from "./id.ts";

/**
 * A user's unsent text in a ticket, replicated to that user's devices only. `id` is the ticket's; `writerId`: the
 * device that saved it, so that no device offers its own text as another one's.
 */
export const DraftDocument = v.object({ id: Id, rev: v.number(), text: v.string(), writerId: Id, updatedAt: Instant });
export type DraftDocument = v.InferOutput<typeof DraftDocument>;

export const DRAFT_LENGTH = 20_000;

/**
 * '' deletes the draft. `baseRev`: the revision of the draft that the user edited, 0 for none. When another device
 * (`writerId`, chosen by each device) has saved since, the user decides the conflict.
 */
export const DraftSave = v.object({
  ticketId: Id,
  text: v.pipe(v.string(), v.maxLength(DRAFT_LENGTH)),
  baseRev: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  writerId: Id,
});
export type DraftSave = v.InferOutput<typeof DraftSave>;
