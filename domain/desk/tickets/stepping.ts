import type { Stepping } from "../../../contracts/desk/ticket-steps.ts";
import type { Context } from "../../ground/context.ts";

/** Who takes a step in a ticket, and when. */
export const steppingOf = ({ actor, now }: Context): Stepping<Date> => ({ userId: actor.id, at: now });
