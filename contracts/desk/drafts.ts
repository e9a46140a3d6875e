import * as v from "valibot";
import { Id, Instant } from "../id.ts";

export const DRAFT_LENGTH = 20_000;

/** A revision of the shared draft that a device has seen; 0: none. */
const SeenRev = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/**
 * The draft that a message sends, as it stood in its field. `baseRev`: the revision of the shared draft that the
 * device (`writerId`) had seen.
 */
export const DraftSend = v.object({
  text: v.pipe(v.string(), v.maxLength(DRAFT_LENGTH)),
  baseRev: SeenRev,
  writerId: Id,
});
export type DraftSend = v.InferOutput<typeof DraftSend>;

/** Days for which the user's other devices are told that a draft was sent. */
export const SENT_DRAFT_DAYS = 7;

/**
 * A user's unsent text in a ticket, replicated to that user's devices only. `id` is the ticket's; `writerId`: the
 * device that saved it, so that no device offers its own text as another one's. `text` '': there is only `sent`, the
 * draft that was sent last in this ticket.
 */
export const DraftDocument = v.object({
  id: Id,
  rev: v.number(),
  text: v.string(),
  writerId: Id,
  updatedAt: Instant,
  sent: v.optional(v.object({ ...DraftSend.entries, at: Instant })),
});
export type DraftDocument = v.InferOutput<typeof DraftDocument>;

/**
 * '' deletes the draft. `baseRev`: the revision of the draft that the user edited, 0 for none. When another device
 * (`writerId`, chosen by each device) has saved since, the user decides the conflict. `sentText`: the draft left as this
 * text in another way than a message, as a schedule; the user's other devices are told as of a message.
 */
export const DraftSave = v.object({
  ticketId: Id,
  text: v.pipe(v.string(), v.maxLength(DRAFT_LENGTH)),
  baseRev: SeenRev,
  writerId: Id,
  sentText: v.optional(v.pipe(v.string(), v.maxLength(DRAFT_LENGTH))),
});
export type DraftSave = v.InferOutput<typeof DraftSave>;
