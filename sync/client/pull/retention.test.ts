import "fake-indexeddb/auto";
import { getRxStorageMemory } from "rxdb/plugins/storage-memory";
import { uuidv7 } from "uuidv7";
import { expect, test } from "vitest";
import type { ScheduleDocument } from "../../../contracts/desk/schedules.ts";
import { scheduleWindow, syncWindow } from "../../../contracts/sync.ts";
import { openDocuments } from "../cache/documents.ts";
import type { DeskStorage } from "../desk-types.ts";
import { openCacheDatabase } from "../local/databases.ts";
import { givenTicket } from "../testing/given.ts";
import { expiredDocuments, oldestTickets } from "./retention.ts";

const DAY_MS = 86_400_000;
const now = Date.parse("2026-07-01T12:00:00Z");

const schedule = (id: string, daysAgo: number, status: ScheduleDocument["status"]): ScheduleDocument => ({
  id,
  rev: 1,
  body: "Até amanhã!",
  contactId: "helena",
  contactName: "Helena",
  contactNumber: "",
  userId: "ana",
  sendAt: new Date(now - daysAgo * DAY_MS).toISOString(),
  sentAt: null,
  status,
  reason: null,
  fileId: null,
  fileName: null,
  isMarketing: false,
});

test("old closed tickets and finished schedules are dropped once a day, waiting ones are kept", async () => {
  const owner = { companyId: uuidv7(), id: uuidv7() };
  const documents = await openDocuments(owner, getRxStorageMemory() as unknown as DeskStorage);
  const cache = openCacheDatabase(owner);
  const days = scheduleWindow.pastDays;
  await documents.collections.schedules.bulkInsert([
    schedule("old", days + 1, "sent"),
    schedule("recent", days - 1, "failed"),
    schedule("waiting", days + 1, "pending"),
    schedule("far", -400, "pending"),
  ]);
  expect(await expiredDocuments(documents, cache, now)).toEqual({ ticketIds: [], scheduleIds: ["old"] });
  expect(await expiredDocuments(documents, cache, now + 1_000)).toBeNull();
  expect(await expiredDocuments(documents, cache, now + 3 * DAY_MS)).toMatchObject({ scheduleIds: ["old", "recent"] });
  await documents.close();
  cache.close();
});

test("closed tickets are dropped when they are too old or too many, others never", async () => {
  const owner = { companyId: uuidv7(), id: uuidv7() };
  const documents = await openDocuments(owner, getRxStorageMemory() as unknown as DeskStorage);
  const cache = openCacheDatabase(owner);
  const ago = (days: number) => new Date(now - days * DAY_MS).toISOString();
  const ticket = (status: "open" | "pending" | "closed", days: number, more = {}) =>
    givenTicket({ status, updatedAt: ago(days), lastMessageAt: ago(days), ...more });
  const { closedDays, closedTickets } = syncWindow;
  const old = ticket("closed", closedDays + 0.1);
  const reopened = ticket("closed", closedDays - 2, { lastMessageAt: ago(100) });
  await documents.collections.tickets.bulkInsert([
    old,
    reopened,
    ticket("open", closedDays + 100),
    ticket("pending", closedDays + 100),
  ]);
  expect((await expiredDocuments(documents, cache, now))?.ticketIds).toEqual([old.id]);
  // With as many newer ones as a device keeps, the oldest by its last message is one too many.
  const newer = Array.from({ length: closedTickets }, (_, place) => ticket("closed", 0.1 + place / 1_000));
  await documents.collections.tickets.bulkInsert(newer);
  const dropped = await expiredDocuments(documents, cache, now + DAY_MS);
  expect(dropped?.ticketIds.toSorted()).toEqual([old.id, reopened.id].sort());
  await documents.close();
  cache.close();
});

test("a device without space drops the older half of its closed tickets, and keeps the newest 50", async () => {
  const owner = { companyId: uuidv7(), id: uuidv7() };
  const documents = await openDocuments(owner, getRxStorageMemory() as unknown as DeskStorage);
  const tickets = (status: "open" | "closed", many: number) =>
    Array.from({ length: many }, (_, place) =>
      givenTicket({ status, lastMessageAt: new Date(now - place * DAY_MS).toISOString() }),
    );
  const closed = tickets("closed", 60);
  await documents.collections.tickets.bulkInsert([...closed, ...tickets("open", 3)]);
  const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);
  expect(await oldestTickets(documents)).toEqual(ids(closed.slice(50)));
  const older = tickets("closed", 80).map((ticket) => ({ ...ticket, lastMessageAt: new Date(0).toISOString() }));
  await documents.collections.tickets.bulkInsert(older);
  expect(await oldestTickets(documents)).toHaveLength(70);
  await documents.close();
});
