import type { OutboxRecord } from "./entry.ts";

/** What of the outbox may go now. */
export type Ready = { send: OutboxRecord[]; upload: OutboxRecord[] };

const BATCH = 100;

/**
 * Within a lane (a ticket, a contact) commands go in the order given, across lanes side by side. Rules:
 * - a lane that rests after a failure rests alone;
 * - a refused or held command does not stop those after it, unless it made what they are about: they wait until the
 *   creation is asked again or discarded;
 * - a command waits for the contact it names to be created first;
 * - a command whose file is not uploaded holds its lane, not the others.
 */
export function readyCommands(
  records: readonly OutboxRecord[],
  lane: { rests(name: string): boolean; isolated(name: string): boolean },
): Ready {
  const made = new Map(
    records
      .filter((record) => record.type === "ticket.create" || record.type === "contact.create")
      .map((record) => [record.id, record]),
  );
  const closed = new Set<string>();
  const send: OutboxRecord[] = [];
  const upload: OutboxRecord[] = [];
  for (const record of records) {
    if (record.state === "sending") closed.add(record.lane);
    if (record.state !== "waiting" || closed.has(record.lane)) continue;
    if (lane.rests(record.lane) || !isMade(record, made, send)) {
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

/** Whether what a command is about exists at the server, or is made by an earlier command of the same batch and lane. */
function isMade(record: OutboxRecord, made: ReadonlyMap<string, OutboxRecord>, batch: readonly OutboxRecord[]) {
  return [record.ticketId, contactIdOf(record)].every((id) => {
    const creation = id && id !== record.id ? made.get(id) : undefined;
    if (!creation || creation.state === "answered") return true;
    return creation.lane === record.lane && batch.includes(creation);
  });
}

function contactIdOf(record: OutboxRecord): string | null {
  return "contactId" in record.payload ? record.payload.contactId : null;
}
