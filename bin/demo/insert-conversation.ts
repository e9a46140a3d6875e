import { uuidv7 } from "uuidv7";
import { searchable } from "../../contracts/search-text.ts";
import { type CompanyDb, schema } from "../../db/index.ts";
import type { DemoConversation, DemoLine, DemoPerson } from "./demo-data.ts";

type DemoFile = { id: string; name: string; size: number };
export type DemoIds = {
  companyId: string;
  connectionId: string;
  queueIds: Map<string, string>;
  tagIds: Map<string, string>;
  userIds: Record<DemoPerson, string>;
  files: { photo: DemoFile; voice: DemoFile };
  voice: { seconds: number; waveform: number[] };
  /** Epoch milliseconds. */
  now: number;
};

const MINUTE = 60_000;

/** Inserts one contact with a ticket, its messages a few minutes apart, and its timeline. */
export async function insertConversation(
  tx: CompanyDb,
  ids: DemoIds,
  conversation: DemoConversation,
  number: number,
): Promise<void> {
  const { companyId, connectionId } = ids;
  const { status } = conversation;
  const [contactId, ticketId] = [uuidv7(), uuidv7()];
  const userId = conversation.by ? ids.userIds[conversation.by] : null;
  const queueId = conversation.queue ? (ids.queueIds.get(conversation.queue) ?? null) : null;
  const rows = conversation.messages.map((line, index) => {
    const minutesAgo = conversation.minutesAgo + (conversation.messages.length - 1 - index) * 4;
    return messageOf(ids, {
      line,
      at: new Date(ids.now - minutesAgo * MINUTE),
      seq: index,
      contactId,
      ticketId,
      queueId,
      userId,
    });
  });
  const first = rows[0]?.createdAt ?? new Date(ids.now);
  const last = rows.at(-1)?.createdAt ?? first;

  await insertContact(tx, { companyId, contactId, createdAt: first, updatedAt: last }, conversation);
  await tx.insert(schema.tickets).values({
    companyId,
    id: ticketId,
    number,
    status,
    contactId,
    connectionId,
    queueId,
    userId: status === "pending" ? null : userId,
    unreadMessages: conversation.unread,
    lastMessageId: rows.at(-1)?.id ?? null,
    lastMessageAt: last,
    lastCustomerMessageAt: rows.findLast((row) => !row.fromMe)?.createdAt ?? null,
    waitingSince: status === "closed" ? null : waitOf(rows),
    closedAt: status === "closed" ? new Date(last.getTime() + 3 * MINUTE) : null,
    createdAt: first,
    updatedAt: last,
  });
  await tx.insert(schema.messages).values(rows);
  const tags = conversation.tags.map((tag) => ids.tagIds.get(tag) ?? "");
  if (tags.length) await tx.insert(schema.ticketTags).values(tags.map((tagId) => ({ companyId, ticketId, tagId })));
  const { rating } = conversation;
  const ratedAt = new Date(last.getTime() + 4 * MINUTE);
  if (rating)
    await tx.insert(schema.ticketRatings).values({ companyId, id: uuidv7(), ticketId, userId, rating, at: ratedAt });
  await tx.insert(schema.ticketEvents).values(eventsOf({ companyId, ticketId, userId, status, first, last }));
}

type ContactKeys = { companyId: string; contactId: string; createdAt: Date; updatedAt: Date };

async function insertContact(
  tx: CompanyDb,
  { companyId, contactId, createdAt, updatedAt }: ContactKeys,
  { contact: name, number: phone, email = "", fields }: DemoConversation,
): Promise<void> {
  await tx.insert(schema.contacts).values({
    companyId,
    id: contactId,
    name,
    number: phone,
    email,
    search: searchable(name, phone, email),
    createdAt,
    updatedAt,
  });
  await tx
    .insert(schema.contactAddresses)
    .values({ companyId, id: uuidv7(), contactId, kind: "phone", address: phone, matchKey: phone });
  const rows = Object.entries(fields).map(([name, value], position) => ({
    ...{ companyId, id: uuidv7(), contactId },
    ...{ name, value, position },
  }));
  if (rows.length) await tx.insert(schema.contactFields).values(rows);
}

type EventParts = {
  companyId: string;
  ticketId: string;
  userId: string | null;
  status: DemoConversation["status"];
  /** The times of the first and of the last message. */
  first: Date;
  last: Date;
};

/** Returns the timeline: created; accepted by the agent, if there is one; closed, if it is. */
function eventsOf({ companyId, ticketId, userId, status, first, last }: EventParts) {
  const event = (type: "created" | "accepted" | "closed", at: Date, by: string | null = null) => [
    { companyId, id: uuidv7(), ticketId, type, userId: by, at },
  ];
  return [
    ...event("created", first),
    ...(userId ? event("accepted", new Date(first.getTime() + MINUTE), userId) : []),
    ...(status === "closed" ? event("closed", new Date(last.getTime() + 3 * MINUTE), userId) : []),
  ];
}

/** Since when the contact waits: the first of the messages after our last one. */
function waitOf(rows: (typeof schema.messages.$inferInsert)[]): Date | null {
  const reply = rows.findLastIndex((row) => row.fromMe);
  return rows[reply + 1]?.createdAt ?? null;
}

type MessageFields = {
  line: DemoLine;
  at: Date;
  seq: number;
  contactId: string;
  ticketId: string;
  queueId: string | null;
  userId: string | null;
};

function messageOf(
  ids: DemoIds,
  { line: { from, text }, at, ...fields }: MessageFields,
): typeof schema.messages.$inferInsert {
  const { companyId, connectionId } = ids;
  const fromMe = from !== "<";
  const failed = from === "*";
  const later = (seconds: number) => new Date(at.getTime() + seconds * 1_000);
  return {
    companyId,
    connectionId,
    id: uuidv7(),
    ...fields,
    fromMe,
    userId: fromMe ? fields.userId : null,
    ...contentOf(ids, text),
    ack: failed ? 0 : fromMe ? 3 : 0,
    errorCode: failed ? "ERR_SENDING_WAPP_MSG" : null,
    ...(fromMe && !failed ? { acceptedAt: later(1), deliveredAt: later(2), readAt: later(40) } : {}),
    createdAt: at,
    receivedAt: at,
  };
}

/** Returns the columns of a message: `[foto] caption` is a picture, `[voz]` a voice note, anything else text. */
function contentOf({ files, voice }: DemoIds, text: string): Partial<typeof schema.messages.$inferInsert> {
  const file = (of: DemoFile, mimetype: string) => ({
    fileId: of.id,
    mediaName: of.name,
    mediaMimetype: mimetype,
    mediaSize: of.size,
    mediaState: "ready" as const,
  });
  if (text.startsWith("[foto]"))
    return { body: text.slice(6).trim(), mediaType: "image", ...file(files.photo, "image/png") };
  if (text.startsWith("[voz]"))
    return {
      body: "",
      mediaType: "audio",
      mediaSeconds: voice.seconds,
      waveform: voice.waveform,
      ...file(files.voice, "audio/wav"),
    };
  return { body: text };
}
