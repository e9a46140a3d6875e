import { and, eq, inArray, isNotNull, lte } from "drizzle-orm";
import { schema } from "../../db/index.ts";
import { contactDocuments } from "../../domain/contacts/index.ts";
import type { Context } from "../../domain/context.ts";
import { draftDocuments } from "../../domain/drafts/index.ts";
import { messageRows, threadTail } from "../../domain/messages/index.ts";
import { quickMessageDocuments } from "../../domain/quick-messages/index.ts";
import { refDocuments } from "../../domain/refs/index.ts";
import { presentSchedules, scheduleDocuments } from "../../domain/schedules/index.ts";
import { ticketDocuments } from "../../domain/tickets/index.ts";
import type { MessageRow } from "../contracts/messages.ts";
import type { CollectionName, Tombstone } from "../contracts/sync.ts";
import type { LoggedChange } from "./change-log.ts";
import { changedTickets, mayHaveSeen, ticketScopeOf } from "./changed-tickets.ts";
import {
  inWindow,
  isScheduleKept,
  type PageEnd,
  visibleAmong,
  windowContacts,
  windowPage,
  windowSchedules,
} from "./window.ts";

export type Content = { id: string };
export type Document = Content & { rev: number };

/** How a collection is pulled. */
export type Source = {
  /** The largest page, whatever a device requests. */
  mostPerPage: number;
  /** Returns the next page of a boot; without `end` it was the last one. */
  boot(ctx: Context, before: PageEnd | undefined, limit: number): Promise<{ contents: Content[]; end?: PageEnd }>;
  /** Returns each document of this part of the log once, in its current state, or its tombstone. */
  live(ctx: Context, changes: readonly LoggedChange[]): Promise<(Document | Tombstone)[]>;
};

const gone = (id: string): Tombstone => ({ id, _deleted: true });

function endOf(page: readonly { at: string; id: string }[], limit: number): PageEnd | undefined {
  const last = page.at(-1);
  return last && page.length === limit ? [last.at, last.id] : undefined;
}

const tickets: Source = {
  mostPerPage: 500,
  async boot(ctx, before, limit) {
    const page = await windowPage(ctx, before, limit);
    const contents =
      page.length > 0
        ? await ticketDocuments(
            ctx,
            page.map((row) => row.id),
          )
        : [];
    return { contents, end: endOf(page, limit) };
  },
  async live(ctx, changes) {
    const touched = await changedTickets(ctx, changes);
    const present = await ticketDocuments(ctx, [...touched.keys()]);
    const contents = new Map(present.map((content) => [content.id, content]));
    return [...touched].flatMap(([id, { rev, couldSee }]): (Document | Tombstone)[] => {
      const content = contents.get(id);
      if (content) return [{ ...content, rev }];
      return couldSee ? [gone(id)] : [];
    });
  },
};

const threads: Source = {
  mostPerPage: 200,
  async boot(ctx, before, limit) {
    const page = await windowPage(ctx, before, limit);
    return {
      contents: await wholeThreads(
        ctx,
        page.map((row) => row.id),
      ),
      end: endOf(page, limit),
    };
  },
  async live(ctx, changes) {
    const touched = await changedTickets(ctx, changes);
    const visible = await visibleAmong(ctx, [...touched.keys()]);
    const shown = [...touched].filter(([id]) => visible.has(id));
    const wholeIds = shown.filter(([, entry]) => entry.whole).map(([id]) => id);
    const partIds = shown.flatMap(([, entry]) => (entry.whole ? [] : [...entry.parts]));
    const whole = new Map((await wholeThreads(ctx, wholeIds)).map((thread) => [thread.id, thread]));
    const rows = Map.groupBy(partIds.length > 0 ? await messageRows(ctx, partIds) : [], (row) => row.ticketId);
    return [...touched].flatMap(([id, { rev, couldSee }]): (Document | Tombstone)[] => {
      if (!visible.has(id)) return couldSee ? [gone(id)] : [];
      const thread = whole.get(id);
      if (thread) return [{ ...thread, rev }];
      const messages = rows.get(id) ?? [];
      return messages.length > 0 ? [{ id, rev, whole: false, hasOlder: false, messages } as Document] : [];
    });
  },
};

type WholeThread = { id: string; whole: true; hasOlder: boolean; messages: MessageRow[] };

/** Returns the visible threads with their tails, including threads without messages. */
export async function wholeThreads(ctx: Context, ids: readonly string[]): Promise<WholeThread[]> {
  const visible = await visibleAmong(ctx, ids);
  const shown = ids.filter((id) => visible.has(id));
  if (shown.length === 0) return [];
  const tails = await threadTail(ctx, shown);
  return shown.map((id) => {
    const { messages, hasOlder } = tails.get(id) ?? { messages: [], hasOlder: false };
    return { id, whole: true, hasOlder, messages };
  });
}

const contacts: Source = {
  mostPerPage: 500,
  async boot(ctx, before, limit) {
    const page = await windowContacts(ctx, before, limit);
    const present = await contactDocuments(
      ctx,
      page.map((row) => row.id),
    );
    const contents = new Map(present.map((content) => [content.id, content]));
    return { contents: page.flatMap(({ id }) => contents.get(id) ?? []), end: endOf(page, limit) };
  },
  async live(ctx, changes) {
    const revs = newestRevs(changes);
    const ids = [...revs.keys()];
    const kept = await keptContacts(ctx, ids);
    const present = await contactDocuments(ctx, ids);
    const existing = new Set(present.map((content) => content.id));
    const left = await contactsLeft(
      ctx,
      ids.filter((id) => existing.has(id) && !kept.has(id)),
      changes,
    );
    const documents = present.flatMap((content) => {
      const rev = revs.get(content.id);
      return rev !== undefined && kept.has(content.id) ? [{ ...content, rev }] : [];
    });
    return [...documents, ...ids.filter((id) => !existing.has(id)).map(gone), ...left.map(gone)];
  },
};

/** Returns the contacts of tickets in the window, and those that the actor created or changed on a device. */
async function keptContacts(ctx: Context, ids: readonly string[]): Promise<Set<string>> {
  const { tickets: table, commandLog } = schema;
  const ofTickets = await ctx.db
    .selectDistinct({ id: table.contactId })
    .from(table)
    .where(and(eq(table.companyId, ctx.companyId), inArray(table.contactId, [...ids]), inWindow(ctx)));
  const own = await ctx.db
    .selectDistinct({ id: commandLog.docId })
    .from(commandLog)
    .where(
      and(
        eq(commandLog.companyId, ctx.companyId),
        eq(commandLog.userId, ctx.actor.id),
        inArray(commandLog.docId, [...ids]),
      ),
    );
  return new Set([...ofTickets, ...own].flatMap(({ id }) => id ?? []));
}

/** Returns the contacts whose ticket left the actor's scope in this part of the log: such a change names the ticket. */
async function contactsLeft(ctx: Context, ids: readonly string[], changes: readonly LoggedChange[]): Promise<string[]> {
  const among = new Set(ids);
  const ticketIds = changes.flatMap(({ docId, partId }) => (partId && among.has(docId) ? partId : []));
  const last = changes.at(-1);
  if (ticketIds.length === 0 || !last) return [];
  const { changes: log } = schema;
  const rows = await ctx.db
    .select({ oldScope: log.oldScope })
    .from(log)
    .where(
      and(
        eq(log.companyId, ctx.companyId),
        eq(log.collection, "tickets"),
        inArray(log.docId, ticketIds),
        // The same statement logged the ticket before its contact, with other changes possibly between them. An older
        // change would name a contact that is not kept anyway.
        isNotNull(log.oldScope),
        lte(log.rev, last.rev),
      ),
    );
  const lost = rows
    .flatMap(({ oldScope }) => ticketScopeOf(oldScope) ?? [])
    .filter((scope) => mayHaveSeen(ctx.actor, scope));
  return [...new Set(lost.map((scope) => scope.contactId))].filter((id) => among.has(id));
}

const quickMessages: Source = {
  mostPerPage: 5_000,
  boot: async (ctx) => ({ contents: await quickMessageDocuments(ctx) }),
  async live(ctx, changes) {
    const revs = newestRevs(changes);
    const present = new Map(
      (await quickMessageDocuments(ctx, [...revs.keys()])).map((content) => [content.id, content]),
    );
    const had = new Set(changes.filter(({ oldScope }) => mayHaveRead(ctx, oldScope)).map(({ docId }) => docId));
    return [...revs].flatMap(([id, rev]): (Document | Tombstone)[] => {
      const content = present.get(id);
      if (content) return [{ ...content, rev }];
      return had.has(id) ? [gone(id)] : [];
    });
  },
};

function mayHaveRead(ctx: Context, scope: Record<string, unknown> | null): boolean {
  return scope !== null && (scope.isGeneral === true || scope.userId === ctx.actor.id);
}

const schedules: Source = {
  mostPerPage: 500,
  async boot(ctx, before, limit) {
    const page = await windowSchedules(ctx, before, limit);
    const contents = await scheduleDocuments(
      ctx,
      page.map((row) => row.id),
    );
    return { contents, end: endOf(page, limit) };
  },
  async live(ctx, changes) {
    const revs = newestRevs(changes);
    const ids = [...revs.keys()];
    const seen = new Map((await scheduleDocuments(ctx, ids)).map((content) => [content.id, content]));
    const existing = await presentSchedules(ctx, ids);
    const had = new Set(changes.filter((change) => mayHaveHad(ctx, change)).map(({ docId }) => docId));
    return [...revs].flatMap(([id, rev]): (Document | Tombstone)[] => {
      const content = seen.get(id);
      if (content && isScheduleKept(ctx, content)) return [{ ...content, rev }];
      return content || !existing.has(id) || had.has(id) ? [gone(id)] : [];
    });
  },
};

/**
 * Returns whether the device may hold the schedule: the user's own, one for a contact whose ticket they saw, or one
 * formerly planned for another contact.
 */
function mayHaveHad(ctx: Context, { oldScope, newScope }: LoggedChange): boolean {
  if (oldScope === null) return false;
  const ofTicket = ticketScopeOf(oldScope);
  if (ofTicket) return mayHaveSeen(ctx.actor, ofTicket);
  return isOf(ctx, oldScope) || oldScope.contactId !== newScope?.contactId;
}

const refs: Source = {
  mostPerPage: 5_000,
  boot: async (ctx) => ({ contents: await refDocuments(ctx) }),
  async live(ctx, changes) {
    const revs = newestRevs(changes);
    const present = await refDocuments(ctx, [...revs.keys()]);
    const contents = new Map(present.map((content) => [`${content.kind}:${content.id}`, content]));
    return [...revs].map(([key, rev]): Document | Tombstone => {
      const content = contents.get(key);
      return content ? { ...content, rev } : gone(key.slice(key.indexOf(":") + 1));
    });
  },
};

const drafts: Source = {
  mostPerPage: 5_000,
  boot: async (ctx) => ({ contents: await draftDocuments(ctx) }),
  async live(ctx, changes) {
    const own = changes.filter(({ oldScope, newScope }) => [oldScope, newScope].some((scope) => isOf(ctx, scope)));
    const revs = newestRevs(own);
    const present = new Map((await draftDocuments(ctx, [...revs.keys()])).map((content) => [content.id, content]));
    return [...revs].map(([id, rev]): Document | Tombstone => {
      const content = present.get(id);
      return content ? { ...content, rev } : gone(id);
    });
  },
};

const isOf = (ctx: Context, scope: Record<string, unknown> | null) => scope?.userId === ctx.actor.id;

function newestRevs(changes: readonly LoggedChange[]): Map<string, number> {
  return new Map(changes.map(({ docId, rev }) => [docId, rev]));
}

export const sources: Record<CollectionName, Source> = {
  tickets,
  threads,
  contacts,
  quickMessages,
  schedules,
  refs,
  drafts,
};
