import { and, eq, inArray } from "drizzle-orm";
import type { CollectionName } from "../../contracts/sync.ts";
import { inParallel, schema } from "../../db/index.ts";
import { contactDocuments } from "../../domain/desk/contacts/index.ts";
import { selectAnyMessages, threadEnds } from "../../domain/desk/messages/index.ts";
import { refDocuments } from "../../domain/desk/refs/index.ts";
import {
  canSeeTicket,
  closedTicketIds,
  selectAnyTickets,
  ticketKindsOf,
  ticketScopesBy,
} from "../../domain/desk/tickets/index.ts";
import type { Actor, DeskContext } from "../../domain/ground/context.ts";
import { type LoggedChange, type LogState, type RecentChanges, readLog, readOldScopes } from "./change-log.ts";

const { commandLog } = schema;

export type Snapshot = ReturnType<typeof openSnapshot>;

/**
 * One snapshot of a company for the documents of several users, the readers. What no user's rights change is read once
 * for all of them; the sources apply the rights of each user to it. `recent`: changes that were read already.
 */
export function openSnapshot(
  desk: DeskContext,
  log: LogState,
  readers: readonly Actor[],
  recent: RecentChanges | null = null,
) {
  const { db, companyId } = desk;
  const readerIds = readers.map(({ id }) => id);
  const scopes = onceById(async (ids) => {
    const found = await ticketScopesBy(desk, "id", ids);
    return [...found].flatMap(([id, [scope]]) => (scope ? [[id, scope] as const] : []));
  });
  const tickets = onceById(async (ids) => (await selectAnyTickets(desk, ids)).map((row) => [row.ticket.id, row]));
  const messages = onceById(async (ids) => (await selectAnyMessages(desk, ids)).map((row) => [row.message.id, row]));
  const ends = onceById(async (ids) => [...(await threadEnds(desk, ids))]);
  const contacts = onceById(async (ids) => (await contactDocuments(desk, ids)).map((content) => [content.id, content]));
  const contactTickets = onceById(async (ids) => [...(await ticketKindsOf(desk, ids))]);
  const commanders = onceById(async (ids) => {
    const rows = await db
      .selectDistinct({ id: commandLog.docId, userId: commandLog.userId })
      .from(commandLog)
      .where(
        and(
          eq(commandLog.companyId, companyId),
          inArray(commandLog.docId, [...ids]),
          inArray(commandLog.userId, readerIds),
        ),
      );
    return [...Map.groupBy(rows, (row) => row.id ?? "")].map(
      ([id, own]) => [id, new Set(own.map(({ userId }) => userId))] as const,
    );
  });
  const logged = onceByKey(async (collection: CollectionName, from: number, limit: number): Promise<LoggedChange[]> => {
    if (!recent || from < recent.after) return readLog(db, companyId, collection, { from, to: log.clock, limit });
    return recent.changes.filter((change) => change.collection === collection && change.rev > from);
  });
  const closedTickets = onceByKey((...contactIds: string[]) => closedTicketIds(desk, contactIds));
  const refs = onceByKey((...keys: string[]) => refDocuments(desk, keys));
  const oldTicketScopes = onceByKey((upTo: number, ...ids: string[]) =>
    readOldScopes(db, companyId, "tickets", ids, upTo),
  );

  const idsOf = (...collections: CollectionName[]) => {
    const changed = recent?.changes.filter(({ collection }) => collections.some((name) => name === collection));
    return [...new Set(changed?.map(({ docId }) => docId))];
  };

  /** Reads what the documents of the recent changes need, in two round trips. */
  async function prefetch(): Promise<void> {
    const [ticketIds, contactIds] = [idsOf("tickets", "threads"), idsOf("contacts")];
    const ofThreads = recent?.changes.filter(({ collection }) => collection === "threads") ?? [];
    const whole = new Set(ofThreads.flatMap(({ docId, partId }) => (partId === null ? docId : [])));
    const parts = ofThreads.flatMap(({ docId, partId }) => (partId === null || whole.has(docId) ? [] : partId));
    const [rows, found] = await inParallel([
      tickets(ticketIds),
      ends([...whole]),
      messages(parts),
      contacts(contactIds),
      contactTickets(contactIds),
      commanders(contactIds),
    ]);
    scopes.know(ticketIds, new Map([...rows].map(([id, { ticket }]) => [id, ticket])));
    await messages([...found.values()].flatMap(({ ids }) => ids));
  }

  return {
    log,
    prefetch,
    /** Returns the changes of a collection after a revision, in order. */
    changesAfter: logged,
    /** Returns those of these tickets that at least one reader may see. */
    async seenByReaders(ids: readonly string[]): Promise<Set<string>> {
      const found = await scopes(ids);
      // Generous for closed tickets, which `visibleTo` looks up.
      const isSeen = (scope: Parameters<typeof canSeeTicket>[1]) =>
        readers.some((reader) => canSeeTicket(reader, scope, true));
      return new Set([...found].filter(([, scope]) => isSeen(scope)).map(([id]) => id));
    },
    /** Returns those of these tickets that the actor, a reader, may see now. */
    async visibleTo(actor: Actor, ids: readonly string[]): Promise<Set<string>> {
      const found = [...(await scopes(ids))].filter(([, scope]) => canSeeTicket(actor, scope, true));
      const historic = found.flatMap(([, scope]) => (canSeeTicket(actor, scope) ? [] : scope.contactId));
      const kinds = await contactTickets([...new Set(historic)]);
      const knows = (contactId: string) => kinds.get(contactId)?.some((kind) => canSeeTicket(actor, kind)) ?? false;
      const seen = found.filter(([, scope]) => canSeeTicket(actor, scope, knows(scope.contactId)));
      return new Set(seen.map(([id]) => id));
    },
    tickets,
    messages,
    threadEnds: ends,
    contacts,
    contactTickets,
    /** Returns by document the readers who created or changed it on a device. */
    commanders,
    closedTickets,
    refs,
    oldTicketScopes,
  };
}

/** Returns a look-up of rows by id that asks for each row once. */
function onceById<T>(load: (ids: readonly string[]) => Promise<Iterable<readonly [string, T]>>) {
  const begun = new Map<string, Promise<ReadonlyMap<string, T>>>();
  const find = async (ids: readonly string[]): Promise<Map<string, T>> => {
    const missing = ids.filter((id) => !begun.has(id));
    if (missing.length > 0) {
      const loaded = load(missing).then((rows) => new Map(rows));
      for (const id of missing) begun.set(id, loaded);
    }
    const found = new Map<string, T>();
    for (const id of ids) {
      const row = (await begun.get(id))?.get(id);
      if (row !== undefined) found.set(id, row);
    }
    return found;
  };
  /** Takes rows that were read elsewhere; those of the ids without a row do not exist. */
  const know = (ids: readonly string[], rows: ReadonlyMap<string, T>) => {
    for (const id of ids) begun.set(id, Promise.resolve(rows));
  };
  return Object.assign(find, { know });
}

/** Returns a function that runs once for the same arguments. */
function onceByKey<A extends (string | number)[], T>(load: (...key: A) => Promise<T>) {
  const known = new Map<string, Promise<T>>();
  return (...key: A): Promise<T> => {
    const text = key.join(" ");
    const begun = known.get(text) ?? load(...key);
    known.set(text, begun);
    return begun;
  };
}
