import { expect, test } from "vitest";
import type { DeskStorage } from "../desk-types.ts";
import { givenDevice, openTestDesk, synced, until } from "../testing/desk.ts";
import { givenTicket } from "../testing/given.ts";

type Asked = { collection: string; method: "find" | "query" | "changes" | "write"; given: unknown };

/** Records what is asked of the storage below. */
function watched(storage: DeskStorage): { storage: DeskStorage; asked: Asked[] } {
  const asked: Asked[] = [];
  return {
    asked,
    storage: {
      ...storage,
      async createStorageInstance(params) {
        const instance = await storage.createStorageInstance(params);
        const { findDocumentsById, query, getChangedDocumentsSince, bulkWrite } = instance;
        const record = (method: Asked["method"], given: unknown) =>
          asked.push({ collection: params.collectionName, method, given });
        return Object.assign(instance, {
          findDocumentsById(...given: Parameters<typeof findDocumentsById>) {
            record("find", given[0]);
            return findDocumentsById.apply(instance, given);
          },
          query(...given: Parameters<typeof query>) {
            record("query", given[0].query.sort);
            return query.apply(instance, given);
          },
          getChangedDocumentsSince:
            getChangedDocumentsSince &&
            ((...given: Parameters<typeof getChangedDocumentsSince>) => {
              record("changes", given);
              return getChangedDocumentsSince.apply(instance, given);
            }),
          bulkWrite(...given: Parameters<typeof bulkWrite>) {
            record(
              "write",
              given[0].map((row) => row.document),
            );
            return bulkWrite.apply(instance, given);
          },
        });
      },
    },
  };
}

async function pulledTickets() {
  const device = givenDevice();
  const { storage, asked } = watched(device.storage);
  const tickets = Array.from({ length: 7 }, () => givenTicket());
  for (const ticket of tickets) {
    device.server.put("tickets", ticket);
    device.server.message(ticket.id);
  }
  const desk = await openTestDesk({ ...device, storage });
  await synced(desk);
  const [ticket = givenTicket()] = tickets;
  return { device, desk, asked, ticket };
}

test("pulled storage: a pulled document is not read again to look for local changes", async () => {
  const { asked } = await pulledTickets();
  const ofTickets = asked.filter(({ collection }) => collection === "tickets");
  expect(ofTickets.filter(({ method }) => method === "write").length).toBeGreaterThan(0);
  expect(ofTickets.filter(({ method }) => method === "changes")).toEqual([]);
  const sorts = ofTickets.filter(({ method }) => method === "query").map(({ given }) => JSON.stringify(given));
  expect(sorts.filter((sort) => sort.includes("_meta.lwt"))).toEqual([]);
});

test("pulled storage: of the replication's own documents only positions are looked up", async () => {
  const { asked } = await pulledTickets();
  const found = asked.filter(({ collection, method }) => collection.startsWith("rx-replication") && method === "find");
  const ids = new Set(found.flatMap(({ given }) => given as string[]));
  expect(ids.size).toBeGreaterThan(0);
  expect([...ids].filter((id) => !/^(up|down)\|1$/i.test(id))).toEqual([]);
});

test("pulled storage: a thread is stored as a text, and read and changed as messages", async () => {
  const { device, desk, asked, ticket } = await pulledTickets();
  const later = device.server.message(ticket.id, { body: "até amanhã 👋" });
  device.server.poke("threads");
  const { messages } = await until(desk.thread$(ticket.id), (thread) => thread.messages.length === 2);
  expect(messages.at(-1)).toMatchObject({ id: later.id, body: "até amanhã 👋" });
  const written = asked.filter(({ collection, method }) => collection === "threads" && method === "write");
  const stored = written.flatMap(({ given }) => given as { messages: unknown }[]);
  expect(stored.length).toBeGreaterThan(7);
  for (const document of stored) expect(typeof document.messages).toBe("string");
});
