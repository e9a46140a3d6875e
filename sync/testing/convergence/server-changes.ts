import { randomUUID } from "node:crypto";
import { and, asc, eq, isNotNull, ne } from "drizzle-orm";
import { DomainError } from "../../../contracts/domain-error.ts";
import { schema } from "../../../db/index.ts";
import { updateContact } from "../../../domain/desk/contacts/index.ts";
import {
  applyIncomingChange,
  applyReceipt,
  markFailed,
  markSending,
  receiveMessage,
} from "../../../domain/desk/messages/index.ts";
import {
  createSchedule,
  deleteSchedule,
  dueSchedules,
  sendSchedule,
  updateSchedule,
} from "../../../domain/desk/schedules/index.ts";
import { moveToLane } from "../../../domain/desk/tags/index.ts";
import { acceptTicket, closeTicket, deleteTicket, transferTicket } from "../../../domain/desk/tickets/index.ts";
import type { Context } from "../../../domain/ground/context.ts";
import { createChat, deleteChat, sendChatMessage, updateChat } from "../../../domain/office/chats/index.ts";
import { acting, textFrom } from "../../../domain/testing.ts";
import type { Simulation } from "./simulation.ts";
import { chosen, type ServerChange } from "./steps.ts";

const { tickets, messages, contacts, tags, ticketTags, quickMessages, schedules, users, userQueues, changes } = schema;
const { chats, chatMembers } = schema;
type Pick = { at: number; other: number };

class RolledBack extends Error {}

/** Changes on the server meanwhile: contacts write, the admin Marina works, rights change. */
export async function changeAtServer(simulation: Simulation, what: ServerChange, picked: Pick): Promise<void> {
  try {
    await acting(simulation.admin, (ctx) => change[what](ctx, simulation, picked));
  } catch (error) {
    if (!(error instanceof DomainError) && !(error instanceof RolledBack)) throw error;
  }
  await simulation.server.notify(simulation.companyId);
}

async function ticketAt(ctx: Context, at: number) {
  const all = await ctx.db.select().from(tickets).where(eq(tickets.companyId, ctx.companyId)).orderBy(asc(tickets.id));
  return chosen(all, at);
}

async function onTicket(ctx: Context, at: number, work: (id: string) => Promise<unknown>) {
  const ticket = await ticketAt(ctx, at);
  if (ticket) await work(ticket.id);
}

async function onChat(ctx: Context, at: number, work: (chat: typeof chats.$inferSelect) => Promise<unknown>) {
  const all = await ctx.db.select().from(chats).where(eq(chats.companyId, ctx.companyId)).orderBy(asc(chats.id));
  const chat = chosen(all, at);
  if (chat) await work(chat);
}

async function receive(ctx: Context, simulation: Simulation, sender: { phone?: string; lid?: string }, seq: number) {
  const at = new Date(Math.floor(ctx.now.getTime() / 1000) * 1000);
  const chatKey = `${sender.lid ?? sender.phone}`;
  await receiveMessage(ctx, textFrom(simulation.connection.id, { sender, at, seq, chatKey, body: `Recado ${seq}` }));
}

async function incomingMessageAt(ctx: Context, at: number) {
  const own = and(eq(messages.companyId, ctx.companyId), eq(messages.fromMe, false), isNotNull(messages.providerId));
  return chosen(await ctx.db.select().from(messages).where(own).orderBy(asc(messages.id)), at);
}

async function ownMessageAt(ctx: Context, at: number) {
  const own = and(eq(messages.companyId, ctx.companyId), eq(messages.fromMe, true));
  return chosen(await ctx.db.select().from(messages).where(own).orderBy(asc(messages.id)), at);
}

/** Acts as Ana or Bia, whose devices are checked. */
const agentAt = (simulation: Simulation, at: number) => (at % 2 ? simulation.ana : simulation.bia);

const change: Record<ServerChange, (ctx: Context, simulation: Simulation, picked: Pick) => Promise<void>> = {
  async incoming(ctx, simulation, { at, other }) {
    await receive(ctx, simulation, { phone: chosen(simulation.people, at)?.phone }, other);
  },
  async firstMessage(ctx, simulation, { at, other }) {
    await receive(ctx, simulation, { lid: chosen(simulation.people, at)?.lid }, other);
  },
  async merge(ctx, simulation, { at, other }) {
    await receive(ctx, simulation, chosen(simulation.people, at) ?? {}, other);
  },
  async edited(ctx, simulation, { at, other }) {
    const message = await incomingMessageAt(ctx, at);
    if (!message?.providerId || !message.chatKey) return;
    const kind = chosen([{ type: "edit" as const, body: `Emenda ${other}` }, { type: "delete" as const }], other);
    await applyIncomingChange(ctx, {
      connectionId: simulation.connection.id,
      chatKey: message.chatKey,
      targetProviderId: message.providerId,
      at: ctx.now,
      sender: {},
      fromMe: false,
      ...(kind ?? { type: "delete" as const }),
    });
  },
  async receipt(ctx, simulation, { at, other }) {
    const message = await ownMessageAt(ctx, at);
    if (!message) return;
    const providerId = message.providerId ?? randomUUID();
    await markSending(ctx, { messageId: message.id, chatKey: "chat", providerId });
    const ack = chosen([1, 2, 3] as const, other) ?? 1;
    await applyReceipt(ctx, { connectionId: simulation.connection.id, providerIds: [providerId], ack, at: ctx.now });
  },
  async failed(ctx, _world, { at }) {
    const message = await ownMessageAt(ctx, at);
    if (message) await markFailed(ctx, { messageId: message.id, code: "ERR_SENDING_WAPP_MSG" });
  },
  accept: (ctx, _world, { at }) => onTicket(ctx, at, (id) => acceptTicket(ctx, id)),
  close: (ctx, _world, { at }) => onTicket(ctx, at, (id) => closeTicket(ctx, id)),
  transfer: (ctx, simulation, { at, other }) =>
    onTicket(ctx, at, (id) =>
      transferTicket(ctx, id, {
        queueId: other % 2 ? simulation.queue.id : simulation.support.id,
        userId: other % 3 ? null : agentAt(simulation, other).id,
      }),
    ),
  /** Also to no queue, as a job or a migration may do. */
  async move(ctx, simulation, { at, other }) {
    const queueId = chosen([simulation.queue.id, simulation.support.id, null], other) ?? null;
    await onTicket(ctx, at, (id) => ctx.db.update(tickets).set({ queueId }).where(eq(tickets.id, id)));
  },
  async rolledBack(ctx, simulation, picked) {
    await change.move(ctx, simulation, picked);
    await change.incoming(ctx, simulation, picked);
    throw new RolledBack();
  },
  deleteTicket: (ctx, _world, { at, other }) =>
    other % 3 ? Promise.resolve() : onTicket(ctx, at, (id) => deleteTicket(ctx, id)),
  async renameContact(ctx, _world, { at, other }) {
    const contact = chosen(await ctx.db.select().from(contacts).orderBy(asc(contacts.id)), at);
    if (contact) await updateContact(ctx, contact.id, { name: `Nome ${other}` });
  },
  async tag(ctx, simulation, { at, other }) {
    const { companyId } = simulation;
    const name = `Etiqueta ${other % 3}`;
    const ticket = await ticketAt(ctx, at);
    const [known] = await ctx.db.select().from(tags).where(eq(tags.name, name));
    if (known && other % 4 === 0) await ctx.db.delete(tags).where(eq(tags.id, known.id));
    if (known || !ticket) return;
    const id = randomUUID();
    await ctx.db.insert(tags).values({ companyId, id, name, color: "#aa3300" });
    await ctx.db.insert(ticketTags).values({ companyId, ticketId: ticket.id, tagId: id });
  },
  async quickMessage(ctx, simulation, { at, other }) {
    const known = chosen(await ctx.db.select().from(quickMessages).orderBy(asc(quickMessages.id)), at);
    const isGeneral = other % 2 === 0;
    const userId = agentAt(simulation, at).id;
    if (known && other % 5 === 0) await ctx.db.delete(quickMessages).where(eq(quickMessages.id, known.id));
    else if (known && other % 3)
      await ctx.db.update(quickMessages).set({ isGeneral, userId }).where(eq(quickMessages.id, known.id));
    else
      await ctx.db.insert(quickMessages).values({
        companyId: simulation.companyId,
        id: randomUUID(),
        shortcode: `q${other}`,
        message: "Olá",
        isGeneral,
        userId,
      });
  },
  /** Marina's own schedule for one of the contacts. */
  async schedule(ctx, _world, { at, other }) {
    const known = chosen(await ctx.db.select().from(schedules).orderBy(asc(schedules.id)), at);
    const contact = chosen(await ctx.db.select().from(contacts).orderBy(asc(contacts.id)), other);
    if (known && other % 5 === 0) await deleteSchedule(ctx, known.id);
    else if (known && other % 3) await updateSchedule(ctx, known.id, { body: `Do balcão ${other}` });
    else if (contact) {
      const plan = {
        contactId: contact.id,
        body: `Aviso ${other}`,
        userId: null,
        fileId: null,
        isMarketing: other % 2 === 0,
      };
      await createSchedule(ctx, {
        ...plan,
        sendAt: new Date(ctx.now.getTime() + (other - 4) * 3_600_000).toISOString(),
      });
    }
  },
  async sendSchedule(ctx) {
    for (const due of await dueSchedules(ctx, 1)) await sendSchedule(ctx, due);
  },
  async queues(ctx, simulation, { at, other }) {
    const { companyId } = simulation;
    const userId = agentAt(simulation, at).id;
    const queueId = other % 2 ? simulation.queue.id : simulation.support.id;
    const link = and(eq(userQueues.userId, userId), eq(userQueues.queueId, queueId));
    const gone = await ctx.db.delete(userQueues).where(link).returning();
    if (gone.length === 0) await ctx.db.insert(userQueues).values({ companyId, userId, queueId });
  },
  async flags(ctx, simulation, { at, other }) {
    const flags = { allHistoric: other % 2 === 0, allTicket: other % 3 === 0 };
    await ctx.db
      .update(users)
      .set(flags)
      .where(eq(users.id, agentAt(simulation, at).id));
  },
  /** Marina writes in one of her chats. */
  chatMessage: (ctx, _world, { at, other }) =>
    onChat(ctx, at, async ({ id }) => {
      const isMember = and(eq(chatMembers.chatId, id), eq(chatMembers.userId, ctx.actor.id));
      const [member] = await ctx.db.select().from(chatMembers).where(isMember);
      if (member) await sendChatMessage(ctx, { chatId: id, body: `Da chefe ${other}`, fileId: null, quotedId: null });
    }),
  /** Marina, as owner, adds or removes one of the agents. */
  chatMembers: (ctx, simulation, { at, other }) =>
    onChat(ctx, at, async ({ id, ownerId }) => {
      const agentId = agentAt(simulation, other).id;
      const change = other % 4 < 2 ? { add: [], remove: [agentId] } : { add: [agentId], remove: [] };
      if (ownerId === ctx.actor.id) await updateChat(ctx, { chatId: id, ...change });
    }),
  /** Like the deletion of the owner: another member owns the chat. */
  chatOwner: (ctx, _world, { at, other }) =>
    onChat(ctx, at, async ({ id }) => {
      const members = await ctx.db
        .select()
        .from(chatMembers)
        .where(eq(chatMembers.chatId, id))
        .orderBy(chatMembers.joinOrder);
      const next = chosen(members, other);
      if (next) await ctx.db.update(chats).set({ ownerId: next.userId }).where(eq(chats.id, id));
    }),
  async newChat(ctx, { ana, bia }, { at, other }) {
    const userIds = chosen([[ana.id], [bia.id], [ana.id, bia.id]], at) ?? [];
    await createChat(ctx, { title: `Conversa ${other}`, userIds });
  },
  deleteChat: (ctx, _world, { at, other }) =>
    onChat(ctx, at, async ({ id, ownerId }) => {
      if (other % 4 === 0 && ownerId === ctx.actor.id) await deleteChat(ctx, id);
    }),
  lane: (ctx, { lanes }, { at, other }) => onTicket(ctx, at, (id) => moveToLane(ctx, id, chosen(lanes, other) ?? null)),
  /** Like dropping the oldest days of the log: devices behind it boot again. */
  async forgetLog(ctx, simulation, { at }) {
    if (at % 3) return;
    await ctx.db
      .delete(changes)
      .where(and(eq(changes.companyId, simulation.companyId), isNotNull(changes.rev), ne(changes.rev, 0)));
  },
};
