import * as v from "valibot";
import { Id } from "./id.ts";

export const presenceStates = ["viewing", "typing", "gone"] as const;
export type PresenceState = (typeof presenceStates)[number];

/** Presence expires after this time without a report. Devices report well before that. */
export const PRESENCE_MS = 30_000;
export const PRESENCE_AGAIN_MS = 12_000;

/** A device's report about its user. */
export const PresenceReport = v.object({ ticketId: Id, state: v.picklist(presenceStates) });
export type PresenceReport = v.InferOutput<typeof PresenceReport>;

/** A person at a ticket. `userId` null is the customer. `device` separates one user's devices. */
export const Present = v.object({ userId: v.nullable(Id), name: v.string(), device: v.string() });
export type Present = v.InferOutput<typeof Present>;
