import { and, asc, eq, gt } from "drizzle-orm";
import { can } from "../../contracts/account/permissions.ts";
import type { TicketScope } from "../../contracts/desk/tickets.ts";
import { type CollectionName, collections, type UnkeptList, unkeptLists } from "../../contracts/sync.ts";
import { type CompanyDb, prepareOnce, schema } from "../../db/index.ts";
import { canReadQuickMessage } from "../../domain/desk/quick-messages/index.ts";
import { canSeeTicket, ticketScopesBy } from "../../domain/desk/tickets/index.ts";
import type { Actor } from "../../domain/ground/context.ts";
import { membersIn, ticketScopeOf } from "./collections/index.ts";

const { changes } = schema;

/** A change with every scope, past and present, that decides who may see it. */
export type ScopedChange = {
  rev: number;
  collection: CollectionName | UnkeptList;
  docId: string;
  /** For threads, the message (null: the whole thread); for tickets, the tag or contact that changed. */
  partId: string | null;
  at: Date;
  /** The ticket's scope before and after, if the change has them. */
  before: TicketScope | null;
  after: TicketScope | null;
  tickets: TicketScope[];
  /** The owners of the draft, schedule or mail; the user whose read mark of an announcement changed. */
  ownerIds: string[];
  quickMessages: { isGeneral: boolean; userId: string | null }[];
  /** The members of the internal chat whom the change concerns, before and after it. */
  membersBefore: string[];
  membersAfter: string[];
};

const known = [...collections, ...unkeptLists];

/** Collections whose scopes name their owners. */
const owned: readonly ScopedChange["collection"][] = ["drafts", "schedules", "mails", "announcements"];

const MAX_CHANGES = 1_000;

/** Changes up to the revision `to`, and whether further ones follow. */
type ScopedPage = { changes: ScopedChange[]; to: number; hasMore: boolean };

/**
 * Reads the next changes after a revision; a change without scopes gets the current ones of its ticket or its
 * contact's tickets.
 */
export async function readScopedChanges(db: CompanyDb, companyId: string, after: number): Promise<ScopedPage> {
  const rows = await nextChanges(db, { companyId, after });
  const unscoped = rows.filter((row) => row.oldScope === null && row.newScope === null);
  const byTicket = await ticketScopesBy({ db, companyId }, "id", idsOf(unscoped, "tickets", "threads"));
  const contactIds = [...idsOf(unscoped, "contacts"), ...rows.flatMap(contactsOfSchedule)];
  const byContact = await ticketScopesBy({ db, companyId }, "contactId", contactIds);
  const changesOf = (row: (typeof rows)[number]): ScopedChange[] => {
    const collection = known.find((name) => name === row.collection);
    if (!collection) return [];
    const { docId } = row;
    const own = [row.oldScope, row.newScope].filter((scope) => scope !== null);
    const [before, after] = [ticketScopeOf(row.oldScope), ticketScopeOf(row.newScope)];
    const ticketScopes = [before, after].filter((scope) => scope !== null);
    const ofContacts = collection === "contacts" ? [docId] : contactsOfSchedule(row);
    const present = [...(byTicket.get(docId) ?? []), ...ofContacts.flatMap((id) => byContact.get(id) ?? [])];
    return [
      {
        rev: row.rev ?? 0,
        collection,
        docId,
        partId: row.partId,
        at: row.at,
        before,
        after,
        tickets: ticketScopes.length > 0 ? ticketScopes : present,
        ownerIds: owned.includes(collection)
          ? own.flatMap(({ userId }) => (typeof userId === "string" ? userId : []))
          : [],
        quickMessages: own.map((scope) => ({
          isGeneral: scope.isGeneral === true,
          userId: typeof scope.userId === "string" ? scope.userId : null,
        })),
        membersBefore: membersIn(row.oldScope),
        membersAfter: membersIn(row.newScope),
      },
    ];
  };
  return { changes: rows.flatMap(changesOf), to: rows.at(-1)?.rev ?? after, hasMore: rows.length === MAX_CHANGES };
}

const nextChanges = prepareOnce((db, param) =>
  db
    .select({
      rev: changes.rev,
      collection: changes.collection,
      docId: changes.docId,
      partId: changes.partId,
      at: changes.at,
      oldScope: changes.oldScope,
      newScope: changes.newScope,
    })
    .from(changes)
    .where(and(eq(changes.companyId, param("companyId")), gt(changes.rev, param("after"))))
    .orderBy(asc(changes.rev))
    .limit(MAX_CHANGES),
);

type Scoped = Pick<typeof changes.$inferSelect, "collection" | "oldScope" | "newScope">;

/** Returns the contacts whose tickets decide who may see a schedule. */
function contactsOfSchedule({ collection, oldScope, newScope }: Scoped): string[] {
  if (collection !== "schedules") return [];
  return [...new Set([oldScope?.contactId, newScope?.contactId].filter((id) => typeof id === "string"))];
}

function idsOf(rows: readonly { collection: string; docId: string }[], ...names: string[]): string[] {
  return [...new Set(rows.filter((row) => names.includes(row.collection)).map((row) => row.docId))];
}

/**
 * Returns whether the user's device should pull. A false positive costs an empty pull, a false negative a late
 * message.
 */
export function isVisibleTo(actor: Actor, change: ScopedChange): boolean {
  switch (change.collection) {
    case "refs":
    case "contactImports":
    case "contactLists":
    case "campaigns":
      return true;
    case "invoices":
      return can.viewSubscription(actor.profile);
    case "mails":
      return change.ownerIds.includes(actor.id) || can.manageOthersMails(actor.profile);
    case "quickMessages":
      return change.quickMessages.some((message) => canReadQuickMessage(actor, message));
    case "chats":
    case "chatThreads":
      return [...change.membersBefore, ...change.membersAfter].includes(actor.id);
    case "announcements":
      // A read mark is its user's; an announcement is everyone's.
      return change.ownerIds.length === 0 || change.ownerIds.includes(actor.id);
    case "drafts":
      return change.ownerIds.includes(actor.id);
    case "schedules":
      return change.ownerIds.includes(actor.id) || change.tickets.some((scope) => canSeeTicket(actor, scope, true));
    case "contacts":
      // A contact without tickets may be new; every agent may see every contact.
      return change.tickets.length === 0 || change.tickets.some((scope) => canSeeTicket(actor, scope, true));
    case "tickets":
    case "threads":
      return change.tickets.some((scope) => canSeeTicket(actor, scope, true));
  }
}
