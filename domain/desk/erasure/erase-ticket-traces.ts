import { and, eq, inArray, isNotNull, not, notExists, or, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { isAnyOf, schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import { forgetFiles } from "../file-rows/index.ts";

const { chatMarks, commandLog, contactMerges, earlyChanges, externalSends, inbox, messages, sentPayloads, tickets } =
  schema;

/** Messages per round: a conversation may have a hundred thousand. */
const AT_ONCE = 5_000;

/**
 * Deletes what the messages of these tickets left outside of them: received and sent files, inbox copies, sent payloads,
 * the details of command answers, answers to integrators, drafts kept by merges. Called before the tickets are deleted
 * with their messages; whatever the ticket's row owns goes with it.
 */
export async function eraseTicketTraces(ctx: DeskContext, ticketIds: readonly string[]): Promise<void> {
  if (ticketIds.length === 0) return;
  await eraseFromMerges(ctx, ticketIds);
  await eraseAnswers(ctx, ticketIds);
  const { db, companyId } = ctx;
  for (let after = ""; ; ) {
    const found = await db
      .select({
        id: messages.id,
        connectionId: messages.connectionId,
        providerId: messages.providerId,
        chatKey: messages.chatKey,
        fileId: messages.fileId,
      })
      .from(messages)
      .where(
        and(
          eq(messages.companyId, companyId),
          isAnyOf(messages.ticketId, ticketIds),
          after ? sql`${messages.id} > ${after}::uuid` : undefined,
        ),
      )
      .orderBy(messages.id)
      .limit(AT_ONCE);
    await eraseAnswers(
      ctx,
      found.map(({ id }) => id),
    );
    await eraseCopies(ctx, found);
    await eraseMarks(ctx, ticketIds, found);
    await leaveFiles(
      ctx,
      ticketIds,
      found.flatMap(({ fileId }) => fileId ?? []),
    );
    const last = found.at(-1);
    if (!last || found.length < AT_ONCE) return;
    after = last.id;
  }
}

type Sent = { connectionId: string | null; providerId: string | null; chatKey: string | null };

/** Empties the channel's copies of the messages. The rows stay until they expire: a repeated delivery finds them. */
async function eraseCopies(ctx: DeskContext, sent: readonly Sent[]): Promise<void> {
  const { db, companyId } = ctx;
  for (const [connectionId, rows] of Map.groupBy(sent, (row) => row.connectionId)) {
    if (!connectionId) continue;
    const ids = [...new Set(rows.flatMap(({ providerId }) => providerId ?? []))];
    const of = (table: { companyId: AnyPgColumn; connectionId: AnyPgColumn }, column: AnyPgColumn, texts: string[]) =>
      and(eq(table.companyId, companyId), eq(table.connectionId, connectionId), isOneOf(column, texts));
    if (ids.length === 0) continue;
    await db
      .update(inbox)
      .set({ plaintext: Buffer.alloc(0), attrs: {} })
      .where(and(of(inbox, inbox.providerId, ids), sql`${inbox.doneAt} is not null`));
    await db.delete(sentPayloads).where(of(sentPayloads, sentPayloads.providerId, ids));
    await db.delete(earlyChanges).where(of(earlyChanges, earlyChanges.targetProviderId, ids));
  }
}

/** Deletes the chats' read marks. One stays while another ticket has messages of its chat: it gives them their status. */
async function eraseMarks(ctx: DeskContext, ticketIds: readonly string[], sent: readonly Sent[]): Promise<void> {
  const { db, companyId } = ctx;
  for (const [connectionId, rows] of Map.groupBy(sent, (row) => row.connectionId)) {
    const chats = [...new Set(rows.flatMap(({ chatKey }) => chatKey ?? []))];
    if (!connectionId || chats.length === 0) continue;
    const ofOthers = db
      .select({ id: messages.id })
      .from(messages)
      .where(
        and(
          eq(messages.companyId, companyId),
          eq(messages.connectionId, connectionId),
          eq(messages.chatKey, chatMarks.chatKey),
          isNotNull(messages.providerId),
          not(isAnyOf(messages.ticketId, ticketIds)),
        ),
      );
    await db
      .delete(chatMarks)
      .where(
        and(
          eq(chatMarks.companyId, companyId),
          eq(chatMarks.connectionId, connectionId),
          isOneOf(chatMarks.chatKey, chats),
          notExists(ofOthers),
        ),
      );
  }
}

/** Deletes the messages' files unless something else names them. The messages go with their ticket, which is deleted later. */
async function leaveFiles(ctx: DeskContext, ticketIds: readonly string[], ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await ctx.db
    .update(messages)
    .set({ fileId: null })
    .where(
      and(
        eq(messages.companyId, ctx.companyId),
        isAnyOf(messages.ticketId, ticketIds),
        inArray(messages.fileId, [...ids]),
      ),
    );
  await forgetFiles(ctx, ids);
}

/** Removes the details from the answers to commands about these documents: a conflict's has their content. */
export async function eraseAnswers(ctx: DeskContext, docIds: readonly string[]): Promise<void> {
  if (docIds.length === 0) return;
  await ctx.db
    .update(commandLog)
    .set({ answer: sql`${commandLog.answer} - 'details'` })
    .where(and(eq(commandLog.companyId, ctx.companyId), isOneOf(commandLog.docId, docIds)));
  await ctx.db
    .update(externalSends)
    .set({ answer: sql`jsonb_set(${externalSends.answer}, '{number}', '""')` })
    .where(
      and(eq(externalSends.companyId, ctx.companyId), isOneOf(sql`${externalSends.answer} ->> 'ticketId'`, docIds)),
    );
}

/** Removes the tickets from the records of merges, which keep their rows and drafts for an undo. */
async function eraseFromMerges(ctx: DeskContext, ticketIds: readonly string[]): Promise<void> {
  const contactsOf = await ctx.db
    .select({ id: tickets.contactId })
    .from(tickets)
    .where(and(eq(tickets.companyId, ctx.companyId), isAnyOf(tickets.id, ticketIds)));
  const ids = [...new Set(contactsOf.map(({ id }) => id))];
  if (ids.length === 0) return;
  const merges = await ctx.db
    .select({ id: contactMerges.id, tickets: contactMerges.tickets, joined: contactMerges.joined })
    .from(contactMerges)
    .where(
      and(
        eq(contactMerges.companyId, ctx.companyId),
        or(isAnyOf(contactMerges.keptId, ids), isAnyOf(contactMerges.goneId, ids)),
      ),
    );
  const gone = new Set(ticketIds);
  for (const merge of merges) {
    const joined = merge.joined.filter(({ ticket, intoId }) => !gone.has(ticket.id) && !gone.has(intoId));
    const kept = merge.tickets.filter(({ id }) => !gone.has(id));
    if (joined.length === merge.joined.length && kept.length === merge.tickets.length) continue;
    await ctx.db
      .update(contactMerges)
      .set({ joined, tickets: kept })
      .where(and(eq(contactMerges.companyId, ctx.companyId), eq(contactMerges.id, merge.id)));
  }
}

/** Like `inArray` for texts, with one array parameter. */
const isOneOf = (column: AnyPgColumn | SQL, texts: readonly string[]): SQL =>
  sql`${column} = any(${sql.param([...texts])}::text[])`;
