import { commandRow } from "../../../contracts/commands/index.ts";
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

/** Returns whether all that the command names exists on the server. */
function isMade({ id, lane, type, payload }: OutboxRecord, made: ReadonlyMap<string, OutboxRecord>) {
  const { needs, names } = commandRow(type);
  return [lane, ...(needs?.(payload) ?? []), ...(names?.(payload) ?? [])].every((named) => {
    const creation = named === id ? undefined : made.get(named);
    return !creation || creation.state === "answered";
  });
}
