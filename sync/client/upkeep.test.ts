import "fake-indexeddb/auto";
import { getRxStorageMemory } from "rxdb/plugins/storage-memory";
import { uuidv7 } from "uuidv7";
import { expect, onTestFinished, test, vi } from "vitest";
import type { TicketDocument } from "../../contracts/desk/tickets.ts";
import { syncWindow } from "../../contracts/sync.ts";
import { openDocuments } from "./cache/documents.ts";
import type { DeskStorage } from "./desk-types.ts";
import { openCacheDatabase, openOutboxDatabase } from "./local/databases.ts";
import { createMedia } from "./local/media.ts";
import type { OutboxRecord } from "./outbox/entry.ts";
import { createOutboxStore } from "./outbox/store.ts";
import { givenTicket } from "./testing/given.ts";
import { manualClock } from "./testing/manual-clock.ts";
import { startUpkeep } from "./upkeep.ts";

const DAY_MS = 86_400_000;
const { clock, advance } = manualClock();
const closedDaysAgo = (days: number): TicketDocument => {
  const at = new Date(clock.now() - days * DAY_MS).toISOString();
  return givenTicket({ status: "closed", updatedAt: at, lastMessageAt: at });
};

/** Starts the upkeep of a device without space that has these tickets. Returns what it is told to drop. */
async function givenUpkeep(tickets: TicketDocument[], unsent: TicketDocument) {
  const owner = { companyId: uuidv7(), id: uuidv7() };
  const documents = await openDocuments(owner, getRxStorageMemory() as unknown as DeskStorage);
  await documents.collections.tickets.bulkInsert(tickets);
  const [cache, outbox] = [openCacheDatabase(owner), openOutboxDatabase(owner)];
  const store = createOutboxStore(outbox, clock);
  const drop = vi.fn(async () => {});
  const stop = startUpkeep({
    ...{ documents, cache, clock },
    media: createMedia({ media: () => cache.media, store, apiFetch: vi.fn(), clock }),
    meter: { estimate: async () => ({ usage: 1_000, quota: 1_000 }), persisted: async () => true },
    replication: { drop, dropSchedules: async () => {} },
    unsettled: () => [{ ticketId: unsent.id } as OutboxRecord],
  });
  onTestFinished(async () => {
    stop();
    await documents.close();
    cache.close();
    outbox.close();
  });
  return drop;
}

test("upkeep: an old ticket with a command that has not left stays on the device", async () => {
  const [old, unsent] = [closedDaysAgo(syncWindow.closedDays + 1), closedDaysAgo(syncWindow.closedDays + 2)];
  const drop = await givenUpkeep([old, unsent, closedDaysAgo(1)], unsent);
  await expect.poll(() => drop.mock.calls).toEqual([[[old.id]]]);
});

test("upkeep: a device without space drops its oldest tickets, and none with a command that has not left", async () => {
  const tickets = Array.from({ length: 53 }, (_, at) => closedDaysAgo(at / 10));
  const [first, unsent, last] = tickets.slice(-3) as [TicketDocument, TicketDocument, TicketDocument];
  const drop = await givenUpkeep(tickets, unsent);
  advance(60_000);
  await expect.poll(() => drop.mock.calls).toEqual([[[first.id, last.id]]]);
});
