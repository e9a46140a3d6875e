import { eq, inArray, isNull, or, type Placeholder, type SQL, sql } from "drizzle-orm";
import { type AnyPgColumn, alias } from "drizzle-orm/pg-core";
import { can } from "../../../contracts/account/permissions.ts";
import type { TicketScope } from "../../../contracts/desk/tickets.ts";
import { type ParamBuilder, schema } from "../../../db/index.ts";
import type { Actor } from "../../ground/context.ts";

const { tickets, messages } = schema;

/**
 * Decides who may see a ticket. `visibleTickets` is the same rule in SQL; a property test compares the two.
 * `knowsContact`: the actor may see another ticket of this contact without `allHistoric`.
 */
export function canSeeTicket(actor: Actor, scope: TicketScope, knowsContact = false): boolean {
  if (can.seeAllTickets(actor.profile) || isSeenByQueueOrUser(actor, scope)) return true;
  return actor.allHistoric && scope.status === "closed" && knowsContact;
}

type TicketAssignment = Pick<TicketScope, "queueId" | "userId">;

/** `seenByQueueOrUser` is the same condition in SQL. */
function isSeenByQueueOrUser(actor: Actor, { queueId, userId }: TicketAssignment): boolean {
  return userId === actor.id || (queueId === null ? actor.allTicket : actor.queueIds.includes(queueId));
}

/** The rights that decide the form of a condition. Actors with equal rights have the same statements. */
export type Rights = Pick<Actor, "profile" | "allTicket" | "allHistoric">;
/** An actor as conditions need them: with values, or in a prepared statement with parameters. */
type Seer = Rights & {
  id: string | Placeholder;
  companyId: string | Placeholder;
  queueIds: readonly string[] | Placeholder;
};

/** Returns an actor of these rights for a prepared statement that runs with `seerValues`. */
export const preparedSeer = (rights: Rights, param: ParamBuilder): Seer => ({
  ...rights,
  id: param("actorId"),
  companyId: param("companyId"),
  queueIds: param("actorQueueIds"),
});
export const seerValues = ({ id, companyId, queueIds }: Actor) => ({ actorId: id, companyId, actorQueueIds: queueIds });
/** Returns the same text for actors whose conditions have the same form. */
export const rightsKey = (actor: Rights): string =>
  can.seeAllTickets(actor.profile) ? "all" : `${actor.allTicket ? "t" : ""}${actor.allHistoric ? "h" : ""}`;

function seenByQueueOrUser(actor: Seer, from: { queueId: AnyPgColumn; userId: AnyPgColumn }): SQL {
  const { queueIds } = actor;
  return (
    or(
      eq(from.userId, actor.id),
      isList(queueIds) ? inArray(from.queueId, [...queueIds]) : sql`${from.queueId} = any(${queueIds}::uuid[])`,
      actor.allTicket ? isNull(from.queueId) : undefined,
    ) ?? sql`false`
  );
}

const isList = (queueIds: Seer["queueIds"]): queueIds is readonly string[] => Array.isArray(queueIds);

/** `canSeeTicket` as a condition on the table tickets. */
export function visibleTickets(actor: Seer): SQL {
  if (can.seeAllTickets(actor.profile)) return sql`true`;
  const seen = seenByQueueOrUser(actor, tickets);
  if (!actor.allHistoric) return seen;
  const others = alias(tickets, "others");
  const knowsContact = sql`exists (select 1 from ${tickets} as "others" where ${others.companyId} = ${actor.companyId}
    and ${others.contactId} = ${tickets.contactId} and ${seenByQueueOrUser(actor, others)})`;
  return sql`(${seen} or (${tickets.status} = 'closed' and ${knowsContact}))`;
}

/** The actor may see a ticket of the row's contact. */
export function seesTicketOfContact(actor: Actor, row: { contactId: AnyPgColumn }): SQL {
  if (can.seeAllTickets(actor.profile)) return sql`true`;
  return sql`exists (select 1 from ${tickets} where ${tickets.companyId} = ${actor.companyId}
    and ${tickets.contactId} = ${row.contactId} and ${visibleTickets(actor)})`;
}

/**
 * May write in it and close it: its agent, admins, and everyone who sees it while it is pending; everyone who sees an
 * open one, where the company allows that.
 */
export function canAnswer(actor: Actor, ticket: TicketScope): boolean {
  if (can.seeAllTickets(actor.profile) || ticket.userId === actor.id) return true;
  if (ticket.status === "closed") return false;
  return (ticket.status === "pending" || actor.answersOthers === true) && canSeeTicket(actor, ticket);
}

/** For closed tickets. One that is visible only through `allHistoric` may be read, not reopened. */
export function canReopen(actor: Actor, ticket: TicketScope): boolean {
  return ticket.status === "closed" && canSeeTicket(actor, ticket);
}

/**
 * A conversation goes along with its ticket: whoever sees the ticket by queue or assignment reads all of its messages.
 * A message of another ticket shows only that it exists if it was written in a queue that the actor does not serve.
 * `ticket` is the message's own. `readableMessages` is the same rule in SQL; a property test compares the two.
 */
export function isHiddenFrom(actor: Actor, message: { queueId: string | null }, ticket: TicketAssignment): boolean {
  if (can.seeAllTickets(actor.profile) || actor.allHistoric || message.queueId === null) return false;
  return !actor.queueIds.includes(message.queueId) && !isSeenByQueueOrUser(actor, ticket);
}

/** The negation of `isHiddenFrom` as a condition on messages joined with their tickets. */
export function readableMessages(actor: Actor): SQL {
  if (can.seeAllTickets(actor.profile) || actor.allHistoric) return sql`true`;
  return (
    or(isNull(messages.queueId), inArray(messages.queueId, [...actor.queueIds]), seenByQueueOrUser(actor, tickets)) ??
    sql`false`
  );
}
