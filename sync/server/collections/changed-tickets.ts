import * as v from "valibot";
import { can } from "../../../contracts/account/permissions.ts";
import { TicketScope } from "../../../contracts/desk/tickets.ts";
import { canSeeTicket } from "../../../domain/desk/tickets/index.ts";
import type { Actor, Context } from "../../../domain/ground/context.ts";
import type { LoggedChange } from "../change-log.ts";
import type { Snapshot } from "../snapshot.ts";

/** The changes of one document in a part of the log. */
export type ChangedTicket = {
  rev: number;
  /** The actor may have had it: if it is invisible now, the device must be told. */
  couldSee: boolean;
  /** Everything may be new to the actor; otherwise only `parts` changed. */
  whole: boolean;
  parts: Set<string>;
};

export function ticketScopeOf(scope: Record<string, unknown> | null): TicketScope | null {
  const parsed = v.safeParse(TicketScope, scope);
  return parsed.success ? parsed.output : null;
}

/** Generous for closed tickets: a tombstone for an unknown document does no harm. */
export const mayHaveSeen = (actor: Actor, scope: TicketScope | null) =>
  scope !== null && canSeeTicket(actor, scope, true);

/** Returns the changes of tickets and threads, which share their ids. */
export async function changedTickets(
  ctx: Context,
  changes: readonly LoggedChange[],
  snapshot: Snapshot,
): Promise<Map<string, ChangedTicket>> {
  const changed = new Map<string, ChangedTicket>();
  const contactIds = new Set<string>();
  for (const { rev, docId, partId, ...scopes } of changes) {
    const oldScope = ticketScopeOf(scopes.oldScope);
    const newScope = ticketScopeOf(scopes.newScope);
    const entry = changed.get(docId) ?? { rev, couldSee: false, whole: false, parts: new Set<string>() };
    entry.rev = rev;
    entry.couldSee ||= mayHaveSeen(ctx.actor, oldScope);
    if (partId) entry.parts.add(partId);
    else entry.whole = true;
    changed.set(docId, entry);
    for (const scope of knowingChanged(ctx.actor, oldScope, newScope)) contactIds.add(scope.contactId);
  }
  if (contactIds.size === 0) return changed;
  const rev = changes.at(-1)?.rev ?? 0;
  for (const id of await snapshot.closedTickets(...contactIds)) {
    const parts = changed.get(id)?.parts ?? new Set<string>();
    changed.set(id, { rev, couldSee: true, whole: true, parts });
  }
  return changed;
}

/**
 * With `allHistoric`, a ticket that enters or leaves the scope brings or takes its contact's closed tickets; so does
 * a ticket that moves to another contact in a merge.
 */
function knowingChanged(actor: Actor, ...scopes: (TicketScope | null)[]): TicketScope[] {
  if (!actor.allHistoric || can.seeAllTickets(actor.profile)) return [];
  const [before, after] = scopes.map((scope) => (scope && canSeeTicket(actor, scope) ? scope.contactId : null));
  return before === after ? [] : scopes.filter((scope) => scope !== null);
}
