import { liveQuery } from "dexie";
import { from, type Observable, shareReplay } from "rxjs";
import { uuidv7 } from "uuidv7";
import type { CommandPayload, CommandType } from "../../../contracts/commands/index.ts";
import type { Clock } from "../clock.ts";
import type { SendOptions } from "../desk-types.ts";
import type { OutboxDatabase } from "../local/databases.ts";
import { takeSent } from "../local/unsent.ts";
import { commandById, createCommandChanges } from "./command-changes.ts";
import { waitsForCompany } from "./company-wait.ts";
import { isQuiet, isUnsent, laneOf, type OutboxFile, type OutboxRecord, ticketOf } from "./entry.ts";
import { movedTo, moveToOther, nameOtherContact, otherContact, otherOpenTicket } from "./move-ticket.ts";
import { retryCommand, withNewId } from "./retry.ts";
import { withSharedDraft } from "./shared-draft.ts";

export type OutboxStore = ReturnType<typeof createOutboxStore>;

/**
 * This device's commands in order. Every tab reads and writes them; only the leading tab sends. `check` throws for a
 * command that must not be added now.
 */
export function createOutboxStore(
  database: OutboxDatabase,
  clock: Clock,
  check: (command: { type: CommandType }) => void = () => {},
) {
  const { outbox, files, moved } = database;
  const records$: Observable<OutboxRecord[]> = from(liveQuery(() => outbox.orderBy("order").toArray())).pipe(
    shareReplay({ bufferSize: 1, refCount: true }),
  );

  async function add<T extends CommandType>(type: T, payload: CommandPayload<T>, options: SendOptions = {}) {
    const id = options.id ?? uuidv7();
    const file = options.file && fileOf(options.file);
    const sent = file ? { ...payload, fileId: file.id } : payload;
    const command = { id, type, payload: sent } as GivenCommand;
    const tables = options.draft ? database.tables : [outbox, files, moved];
    const createdAt = new Date(clock.now()).toISOString();
    await database.transaction("rw", tables, async () => {
      // The transaction may be the repetition of one that the device did not store.
      check(command);
      if (await outbox.where("id").equals(id).count()) return;
      if (options.draft && !(await takeSent(database, options.draft, createdAt))) return;
      if (file && options.file)
        await files.put({ id: file.id, name: file.name, blob: options.file.blob, sha256: null });
      const record = await withSharedDraft(database, waitingRecord(command, createdAt, file ?? null), options);
      // A screen may still show the ticket that has just become another one.
      const ahead = record.ticketId && (await movedTo(database, record.ticketId));
      await outbox.add((ahead && withNewId(record, record.ticketId ?? "", ahead.to)) || record);
    });
    return id;
  }

  /**
   * Marks waiting commands as "sending" and returns them in their current state: the user may have discarded or
   * changed one meanwhile. A command that another sender has in progress blocks its lane.
   */
  function claim(orders: number[], tried: number): Promise<OutboxRecord[]> {
    return database.transaction("rw", outbox, async () => {
      const found = (await outbox.bulkGet(orders)).filter((record) => record !== undefined);
      const closed = new Set(found.filter(({ state }) => state === "sending").map(({ lane }) => lane));
      const claimed = found
        .filter(({ state, lane }) => state === "waiting" && !closed.has(lane))
        .map((record) => ({ ...record, state: "sending" as const, tries: record.tries + tried }));
      await outbox.bulkPut(claimed);
      return claimed;
    });
  }

  return {
    records$,
    add,
    claim,
    retry: (id: string) => retryCommand(database, id, new Date(clock.now()).toISOString()),
    /** Ends a creation that the server refused because the ticket or contact exists already; false: it is none. */
    async takeExisting(record: OutboxRecord, error: OutboxRecord["error"]): Promise<boolean> {
      const ticket = otherOpenTicket(record, error);
      if (ticket) await moveToOther(database, record, ticket, new Date(clock.now()).toISOString());
      const contact = otherContact(record, error);
      return ticket !== null || (contact !== null && (await nameOtherContact(database, record, contact)));
    },
    ...createCommandChanges(database, clock),
    byId: (id: string) => commandById(database, id),
    all: async (): Promise<OutboxRecord[]> => outbox.orderBy("order").toArray(),
    unsentCount: () =>
      outbox.filter((record) => isUnsent(record) && !isQuiet(record) && !waitsForCompany(record, clock.now())).count(),
    file: (fileId: string) => files.get(fileId),
    async update(order: number, change: Partial<Omit<OutboxRecord, "type" | "payload" | "order">>) {
      await outbox.update(order, change);
    },
    /** Puts back commands whose sender is gone; the server recognises those it has already applied. */
    async recover() {
      await outbox.where("state").equals("sending").modify({ state: "waiting" });
    },
    /** The server recognises applied commands by their ids; a restored server applies the missing ones again. */
    async sendAnsweredAgain() {
      await outbox.where("state").equals("answered").modify({ state: "waiting", rev: null });
    },
    async remove(orders: number[]) {
      await outbox.bulkDelete(orders);
    },
    async rememberHash(fileId: string, sha256: string) {
      await files.update(fileId, { sha256 });
    },
    async removeFile(fileId: string) {
      await files.delete(fileId);
    },
  };
}

type GivenCommand = Pick<OutboxRecord, "id" | "type" | "payload">;

const waitingRecord = (command: GivenCommand, createdAt: string, file: OutboxFile | null) =>
  ({
    ...command,
    lane: laneOf(command),
    ticketId: ticketOf(command),
    createdAt,
    state: "waiting",
    tries: 0,
    error: null,
    rev: null,
    file,
    uploaded: !file,
  }) as OutboxRecord;

function fileOf({ blob, name }: { blob: Blob; name: string }): OutboxFile {
  return { id: uuidv7(), name, mimetype: blob.type || "application/octet-stream", size: blob.size };
}
