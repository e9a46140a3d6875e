import * as v from "valibot";
import { Id } from "./id.ts";

export const presenceStates = ["viewing", "typing", "gone"] as const;
export type PresenceState = (typeof presenceStates)[number];

/** Whoever has not said anything for so long is there no more. A device says it again well before. */
export const PRESENCE_MS = 30_000;
export const PRESENCE_AGAIN_MS = 12_000;

/** What a device says of its person. */
export const PresenceReport = v.object({ ticketId: Id, state: v.picklist(presenceStates) });
export type PresenceReport = v.InferOutput<typeof PresenceReport>;

/** Who is at a ticket. `userId` null is the customer. `device` tells one person's devices apart. */
export const Present = v.object({ userId: v.nullable(Id), name: v.string(), device: v.string() });
export type Present = v.InferOutput<typeof Present>;
