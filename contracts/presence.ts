import * as v from "valibot";
import { Id } from "./id.ts";

export { PRESENCE_AGAIN_MS, PRESENCE_MS } from "./presence-times.ts";

export const presenceStates = ["viewing", "typing", "gone"] as const;
export type PresenceState = (typeof presenceStates)[number];

/** A device's report about its user. */
export const PresenceReport = v.object({ ticketId: Id, state: v.picklist(presenceStates) });
export type PresenceReport = v.InferOutput<typeof PresenceReport>;

/** A person at a ticket. `userId` null is the customer. `device` separates one user's devices. */
export const Present = v.object({ userId: v.nullable(Id), name: v.string(), device: v.string() });
export type Present = v.InferOutput<typeof Present>;
