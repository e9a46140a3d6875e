import { isCreation, type OutboxRecord } from "./entry.ts";

/** The commands and uploads that may start now. */
export type Ready = { send: OutboxRecord[]; upload: OutboxRecord[] };

const BATCH = 100;

/**
 * Within a lane (a ticket, a chat, a contact, a quick message, a schedule) commands are sent in order, lanes are independent.
 * Rules:
 * - a lane in back-off waits alone;
 * - a refused or held command does not block later ones;
 * - a command about something created on this device waits for that creation's answer; if the creation is refused,
 *   until the
 *   user retries or discards it, so that nothing is refused only because of it;
 * - a command whose file is not uploaded blocks its lane, not the others.
 */
export function readyCommands(
  records: readonly OutboxRecord[],
  lane: { rests(name: string): boolean; isolated(name: string): boolean },
): Ready {
  const made = new Map(records.filter(isCreation).map((record) => [record.id, record]));
  const closed = new Set<string>();
  const send: OutboxRecord[] = [];
  const upload: OutboxRecord[] = [];
  for (const record of records) {
    if (record.state === "sending") closed.add(record.lane);
    if (record.state !== "waiting" || closed.has(record.lane)) continue;
    if (lane.rests(record.lane) || !isMade(record, made)) {
      closed.add(record.lane);
      continue;
    }
    if (!record.uploaded) {
      upload.push(record);
      closed.add(record.lane);
      continue;
    }
    if (lane.isolated(record.lane)) {
      if (send.length === 0) return { send: [record], upload };
      closed.add(record.lane);
      continue;
    }
    if (send.length < BATCH) send.push(record);
  }
  return { send, upload };
}

/** Returns whether the command's subject exists on the server. */
function isMade(record: OutboxRecord, made: ReadonlyMap<string, OutboxRecord>) {
  return [record.ticketId, ...namedBy(record)].every((id) => {
    const creation = id && id !== record.id ? made.get(id) : undefined;
    return !creation || creation.state === "answered";
  });
}

/** Returns the chats, contacts, tags, quick messages and schedules in a command that may have been created on this device. */
function namedBy({ type, payload }: OutboxRecord): string[] {
  if (type === "ticket.tag") return [...(payload.add ?? []), ...(payload.remove ?? [])];
  if (type === "ticket.lane") return payload.laneId ? [payload.laneId] : [];
  if (type === "message.forward") return payload.contactIds;
  if ("chatId" in payload) return [payload.chatId];
  if ("quickMessageId" in payload) return [payload.quickMessageId];
  const schedule = "scheduleId" in payload ? [payload.scheduleId] : [];
  return "contactId" in payload && payload.contactId ? [...schedule, payload.contactId] : schedule;
}
