import { eq, or, type SQL, sql } from "drizzle-orm";
import { can } from "../../../contracts/account/permissions.ts";
import { schema } from "../../../db/index.ts";
import type { Actor } from "../../ground/context.ts";
import { seesTicketOfContact } from "../tickets/index.ts";

const { schedules } = schema;

/** The user's own, and those for contacts of visible tickets, because they are part of that service. */
export function visibleSchedules(actor: Actor): SQL {
  return or(eq(schedules.userId, actor.id), seesTicketOfContact(actor, schedules)) ?? sql`false`;
}

/** The owner and admins. */
export function canChangeSchedule(actor: Actor, schedule: { userId: string }): boolean {
  return can.manageOthersSchedules(actor.profile) || schedule.userId === actor.id;
}
