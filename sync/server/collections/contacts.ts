import { inParallel } from "../../../db/index.ts";
import { contactDocuments } from "../../../domain/desk/contacts/index.ts";
import { keepsContactOf, windowContacts } from "../../../domain/desk/tickets/index.ts";
import type { Context } from "../../../domain/ground/context.ts";
import type { LoggedChange } from "../change-log.ts";
import type { Snapshot } from "../snapshot.ts";
import { mayHaveSeen, ticketScopeOf } from "./changed-tickets.ts";
import { endOf, newestRevs, type Source, tombstone } from "./source.ts";

export const contacts: Source = {
  maxPerPage: 500,
  async boot(ctx, before, limit) {
    const page = await windowContacts(ctx, before, limit);
    const ids = page.map((row) => row.id);
    const present = await contactDocuments(ctx, ids);
    const contents = new Map(present.map((content) => [content.id, content]));
    return { contents: ids.flatMap((id) => contents.get(id) ?? []), end: endOf(page, limit) };
  },
  async live(ctx, changes, snapshot) {
    const revs = newestRevs(changes);
    const ids = [...revs.keys()];
    const kept = await keptContacts(ctx, ids, snapshot);
    const existing = await snapshot.contacts(ids);
    const lost = ids.filter((id) => existing.has(id) && !kept.has(id));
    const left = await contactsLeft(ctx, lost, changes, snapshot);
    const documents = [...existing].flatMap(([id, content]) => {
      const rev = revs.get(id);
      return rev !== undefined && kept.has(id) ? [{ ...content, rev }] : [];
    });
    return [...documents, ...ids.filter((id) => !existing.has(id)).map(tombstone), ...left.map(tombstone)];
  },
};

/** Returns the contacts of tickets in the window, and those that the actor created or changed on a device. */
async function keptContacts({ actor }: Context, ids: readonly string[], snapshot: Snapshot): Promise<Set<string>> {
  const [tickets, commanders] = await inParallel([snapshot.contactTickets(ids), snapshot.commanders(ids)]);
  const isKept = (id: string) =>
    keepsContactOf(actor, tickets.get(id) ?? []) || commanders.get(id)?.has(actor.id) === true;
  return new Set(ids.filter(isKept));
}

/** Returns the contacts whose ticket left the actor's scope in this part of the log: such a change names the ticket. */
async function contactsLeft(
  ctx: Context,
  ids: readonly string[],
  changes: readonly LoggedChange[],
  snapshot: Snapshot,
): Promise<string[]> {
  const among = new Set(ids);
  const ticketIds = changes.flatMap(({ docId, partId }) => (partId && among.has(docId) ? partId : []));
  const last = changes.at(-1);
  if (ticketIds.length === 0 || !last) return [];
  // The same statement logged the ticket before its contact, with other changes possibly between them. An older change
  // would name a contact that is not kept anyway.
  const oldScopes = await snapshot.oldTicketScopes(last.rev, ...ticketIds);
  const lost = oldScopes
    .flatMap((scope) => ticketScopeOf(scope) ?? [])
    .filter((scope) => mayHaveSeen(ctx.actor, scope));
  return [...new Set(lost.map((scope) => scope.contactId))].filter((id) => among.has(id));
}
