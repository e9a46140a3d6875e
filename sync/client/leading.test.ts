import "fake-indexeddb/auto";
import { expect, test } from "vitest";
import { testNow, testTime } from "../../contracts/testing/clock.ts";
import type { DeviceDesk } from "./desk-types.ts";
import { leaveDevice } from "./leave-device.ts";
import { givenDevice, givenUnsentKey, hastyClock, openTestDesk, synced, until } from "./testing/desk.ts";
import { createFakeServer } from "./testing/fake-server.ts";
import { givenTicket, givenUser } from "./testing/given.ts";

const { locks } = navigator;
const statusOf = (desk: DeviceDesk, fits: (status: ReturnType<DeviceDesk["status"]["get"]>) => boolean) =>
  expect.poll(() => fits(desk.status.get())).toBe(true);

const sentOut = (desk: DeviceDesk) => expect.poll(() => desk.pendingCount()).toBe(0);

test("one tab sends for all, and another takes over when it closes", async () => {
  const user = givenUser();
  const server = createFakeServer();
  // Two tabs share the outbox and the lock; each has its own requests, so that the test sees who sends.
  const first = givenDevice(user, server);
  const second = givenDevice(user, createFakeServer());
  const leader = await openTestDesk(first, { locks });
  await synced(leader);
  const follower = await openTestDesk(second, { locks });
  await statusOf(follower, ({ state, firstSyncDone }) => state === "synced" && firstSyncDone);
  const ticketId = givenTicket().id;
  await follower.send("message.send", { ticketId, body: "pela primeira" });
  await sentOut(follower);
  expect(second.server.requests).toEqual([]);
  await leader.close();
  await follower.send("message.send", { ticketId, body: "pela segunda" });
  await sentOut(follower);
  const bodies = (from: typeof server) => from.applied.map(({ payload }) => (payload as { body: string }).body);
  expect([bodies(first.server), bodies(second.server)]).toEqual([["pela primeira"], ["pela segunda"]]);
  await follower.close();
});

test("the status shows offline, synced, the number of waiting commands, and refusals", async () => {
  const device = givenDevice();
  const desk = await openTestDesk(device);
  await synced(desk);
  device.server.online = false;
  await desk.send("ticket.close", { ticketId: givenTicket().id });
  await statusOf(desk, ({ state, waiting, linkUp }) => state === "offline" && waiting === 1 && !linkUp);
  const { since } = desk.status.get();
  expect(since).not.toBeNull();
  device.server.onCommand = () => "ERR_TICKET_NOT_OPEN";
  device.server.online = true;
  desk.resync();
  await statusOf(desk, ({ state, refused, waiting }) => state === "attention" && refused === 1 && waiting === 0);
  const [entry] = await until(desk.outbox$(), (entries) => entries.length === 1);
  expect(entry).toMatchObject({ state: "refused", error: { code: "ERR_TICKET_NOT_OPEN" } });
  await desk.discard(entry?.id ?? "");
  await statusOf(desk, ({ state }) => state === "synced");
  await desk.close();
});

test("a server that fails for one collection is retried with back-off", async () => {
  const device = givenDevice();
  const askedAt: number[] = [];
  device.server.fault = (path) => {
    if (path !== "/sync/refs") return null;
    askedAt.push(hastyClock.now());
    return "request";
  };
  const desk = await openTestDesk(device);
  await expect.poll(() => askedAt.length).toBeGreaterThan(8);
  // Waits of 1, 2, 4, 8 s and so on, of which a random half may be missing, and some immediate retries.
  expect((askedAt[8] ?? 0) - (askedAt[0] ?? 0)).toBeGreaterThan(10_000);
  device.server.fault = () => null;
  await synced(desk);
  await desk.close();
});

test("once a day, closed tickets beyond the window are deleted with their threads", async () => {
  const device = givenDevice();
  const old = givenTicket({ status: "closed", updatedAt: "2020-01-01T00:00:00.000Z" });
  const recent = givenTicket({ status: "closed", updatedAt: testNow().toISOString() });
  for (const ticket of [old, recent]) {
    device.server.put("tickets", ticket);
    device.server.message(ticket.id);
  }
  let lateMs = 0;
  const clock = { ...hastyClock, now: () => testTime() + lateMs };
  const before = await openTestDesk(device, { clock });
  await synced(before);
  await before.close();
  lateMs = 86_400_000;
  const desk = await openTestDesk(device, { clock });
  const kept = await until(desk.tickets$({ status: "closed", showAll: true }), (list) => list.length === 1);
  expect(kept[0]?.id).toBe(recent.id);
  await synced(desk);
  await desk.close();
  device.server.online = false;
  const offline = await openTestDesk(device, { clock });
  // A desk that closed before it deleted the thread does so when it is open again, also without a network.
  await until(offline.thread$(old.id), ({ messages }) => messages.length === 0);
  await offline.close();
});

test("a file sent from this device stays readable offline; other files are fetched once", async () => {
  const device = givenDevice();
  const desk = await openTestDesk(device);
  await synced(desk);
  const blob = new Blob(["conteúdo"], { type: "text/plain" });
  await desk.send("message.send", { ticketId: givenTicket().id, body: "" }, { file: { blob, name: "nota.txt" } });
  await sentOut(desk);
  const [fileId = ""] = device.server.files.keys();
  const other = givenTicket().id;
  await desk.fileUrl(other);
  await synced(desk);
  await desk.close();
  device.server.online = false;
  const offline = await openTestDesk(device);
  const text = async (id: string) => (await fetch(await offline.fileUrl(id))).text();
  expect(await text(fileId)).toBe("conteúdo");
  expect(await text(other)).toBe(`file ${other}`);
  await expect(offline.fileUrl(givenTicket().id)).rejects.toThrow();
  await offline.close();
});

test("a draft stays until it is cleared", async () => {
  const device = givenDevice();
  const before = await openTestDesk(device);
  await before.draft("t").set("quase pronto");
  const leaving = { owner: device.user, unsentKey: givenUnsentKey() };
  await before.closeEverywhere();
  await leaveDevice(leaving, undefined, device.storage);
  const desk = await openTestDesk(device, { unsentKeys: [leaving.unsentKey] });
  expect(await desk.draft("t").get()).toBe("quase pronto");
  await desk.draft("t").set("");
  expect(await desk.draft("t").get()).toBe("");
  await desk.close();
});
