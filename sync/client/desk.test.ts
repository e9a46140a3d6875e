import "fake-indexeddb/auto";
import { expect, onTestFinished, test } from "vitest";
import { testTime } from "../../contracts/testing/clock.ts";
import { systemClock } from "./clock.ts";
import { leaveDevice } from "./leave-device.ts";
import { readServerTime } from "./server-clock.ts";
import {
  failingOnce,
  givenDevice,
  givenUnsentKey,
  openTestDesk,
  synced,
  until,
  withoutCheckpoints,
} from "./testing/desk.ts";
import { givenContact, givenMessage, givenTicket } from "./testing/given.ts";

test("a new device pulls the whole window, page by page, newest first", async () => {
  const device = givenDevice();
  const tickets = Array.from({ length: 10 }, () => givenTicket({ status: "pending" }));
  for (const ticket of tickets) {
    device.server.put("tickets", ticket);
    device.server.message(ticket.id);
  }
  const desk = await openTestDesk(device);
  const list = await until(desk.tickets$({ status: "pending", showAll: true }), (found) => found.length === 10);
  expect(list.map((ticket) => ticket.id)).toEqual(tickets.map((ticket) => ticket.id).reverse());
  await synced(desk);
  const thread = await until(desk.thread$(tickets[0]?.id ?? ""), (view) => view.messages.length === 1);
  expect(thread.hasOlder).toBe(false);
  await desk.close();
});

test("a poke of the stream pulls a change", async () => {
  const device = givenDevice();
  const ticket = givenTicket({ status: "pending" });
  device.server.put("tickets", ticket);
  const desk = await openTestDesk(device);
  await synced(desk);
  device.server.put("tickets", { ...ticket, unreadMessages: 3 });
  device.server.poke("tickets");
  const changed = await until(desk.ticket$(ticket.id), (found) => found?.unreadMessages === 3);
  expect(changed?.pending).toEqual([]);
  await desk.close();
});

test("a change takes one request, and so does a poke about an invisible change", async () => {
  const device = givenDevice();
  const ticket = givenTicket({ status: "pending" });
  device.server.put("tickets", ticket);
  const { apiFetch } = device.server;
  let answered = 0;
  device.server.apiFetch = async (path, init) => {
    const answer = await apiFetch(path, init);
    if (path.startsWith("/sync/tickets")) answered += 1;
    return answer;
  };
  const desk = await openTestDesk(device, { clock: systemClock });
  await synced(desk);
  const asked = () => device.server.requests.filter((request) => request === "GET /sync/tickets").length;
  const change = async (unreadMessages: number) => {
    device.server.put("tickets", { ...ticket, unreadMessages });
    device.server.poke("tickets");
    await until(desk.ticket$(ticket.id), (found) => found?.unreadMessages === unreadMessages);
    await synced(desk);
  };
  const before = asked();
  await change(3);
  expect(asked()).toBe(before + 1);
  device.server.put("contacts", givenContact());
  device.server.poke("tickets");
  await expect.poll(asked).toBe(before + 2);
  // A change during that request would be in its answer.
  await expect.poll(() => answered).toBe(before + 2);
  await change(4);
  expect(asked()).toBe(before + 3);
  await desk.close();
});

test("changes that arrive during a page are requested after it", async () => {
  const device = givenDevice();
  const ticket = givenTicket({ status: "pending" });
  device.server.put("tickets", ticket);
  const { apiFetch } = device.server;
  let unread = 20;
  // Each page of tickets is followed by a change, whose poke arrives before the page.
  device.server.apiFetch = async (path, init) => {
    const page = await apiFetch(path, init);
    if (unread < 20 && path.startsWith("/sync/tickets")) change();
    return page;
  };
  const change = () => {
    unread += 1;
    device.server.put("tickets", { ...ticket, unreadMessages: unread });
    device.server.poke("tickets");
  };
  const desk = await openTestDesk(device);
  await synced(desk);
  unread = 0;
  change();
  await until(desk.ticket$(ticket.id), (found) => found?.unreadMessages === 20);
  await desk.close();
});

test("a page that failed on the device is requested again without another poke", async () => {
  const device = givenDevice();
  const ticket = givenTicket({ status: "pending" });
  device.server.put("tickets", ticket);
  const { storage, arm, hasFailed } = failingOnce(device.storage);
  const desk = await openTestDesk({ ...device, storage }, { clock: systemClock });
  await synced(desk);
  arm();
  device.server.put("tickets", { ...ticket, unreadMessages: 3 });
  device.server.poke("tickets");
  await expect.poll(hasFailed).toBe(true);
  // RxDB retries after five seconds.
  await until(desk.ticket$(ticket.id), (found) => found?.unreadMessages === 3, 12_000);
  await desk.close();
});

test("unchanged documents stay the same object for every subscriber, so they are not rendered again", async () => {
  const device = givenDevice();
  const [still, changing] = [givenTicket({ status: "pending" }), givenTicket({ status: "pending" })];
  for (const ticket of [still, changing]) device.server.put("tickets", ticket);
  const desk = await openTestDesk(device);
  await synced(desk);
  const lists = [
    desk.tickets$({ status: "pending", showAll: true }),
    desk.tickets$({ status: "pending", showAll: true }),
  ];
  const seen = (unread: number) =>
    Promise.all(
      lists.map(async (list$) => {
        const list = await until(
          list$,
          (found) => found.find(({ id }) => id === changing.id)?.unreadMessages === unread,
        );
        return new Map(list.map((ticket) => [ticket.id, ticket]));
      }),
    );
  const [before, beforeToo] = await seen(changing.unreadMessages);
  device.server.put("tickets", { ...changing, unreadMessages: 3 });
  device.server.poke("tickets");
  const [after] = await seen(3);
  expect(after?.get(still.id)).toBeDefined();
  expect(after?.get(still.id)).toBe(before?.get(still.id));
  expect(beforeToo?.get(still.id)).toBe(before?.get(still.id));
  expect(after?.get(changing.id)).not.toBe(before?.get(changing.id));
  await desk.close();
});

test("rows are merged into the thread, and only its tail is kept", async () => {
  const device = givenDevice();
  const ticket = givenTicket();
  device.server.put("tickets", ticket);
  for (let at = 0; at < 29; at += 1) device.server.message(ticket.id);
  const desk = await openTestDesk(device);
  await synced(desk);
  const last = device.server.message(ticket.id);
  const later = device.server.message(ticket.id);
  device.server.poke("threads");
  const view = await until(desk.thread$(ticket.id), ({ messages }) => messages.at(-1)?.id === later.id);
  expect(view.messages).toHaveLength(30);
  expect(view.messages.at(-2)?.id).toBe(last.id);
  expect(view.hasOlder).toBe(true);
  await desk.close();
});

test("a ticket that leaves the user's scope takes its thread along, and returns with it", async () => {
  const device = givenDevice();
  const ticket = givenTicket();
  device.server.put("tickets", ticket);
  device.server.message(ticket.id);
  const desk = await openTestDesk(device);
  await synced(desk);
  device.server.remove("tickets", ticket.id);
  device.server.poke("tickets");
  await until(desk.ticket$(ticket.id), (found) => found === null);
  await until(desk.thread$(ticket.id), ({ messages }) => messages.length === 0);
  await synced(desk);
  device.server.put("tickets", ticket);
  device.server.poke("tickets");
  await until(desk.ticket$(ticket.id), (found) => found !== null);
  await until(desk.thread$(ticket.id), ({ messages }) => messages.length === 1);
  await desk.close();
});

test("opened again offline, a device shows everything it had", async () => {
  const device = givenDevice();
  const ticket = givenTicket({ status: "pending" });
  device.server.put("tickets", ticket);
  const before = await openTestDesk(device);
  await synced(before);
  await before.close();
  device.server.online = false;
  const desk = await openTestDesk(device);
  const list = await until(desk.tickets$({ status: "pending", showAll: false }), (found) => found.length > 0);
  expect(list[0]?.id).toBe(ticket.id);
  await desk.close();
});

test("when the user's scope changes, all pulled data is deleted before anything else is pulled", async () => {
  const device = givenDevice();
  const hidden = givenTicket({ status: "pending" });
  const seen = givenTicket({ status: "pending" });
  device.server.put("tickets", hidden);
  const desk = await openTestDesk(device);
  await synced(desk);
  device.server.scope = "scope-2";
  device.server.put("tickets", seen);
  device.server.remove("tickets", hidden.id);
  device.server.poke("tickets");
  const list = await until(desk.tickets$({ status: "pending", showAll: true }), ([first]) => first?.id === seen.id);
  expect(list.map((ticket) => ticket.id)).toEqual([seen.id]);
  await synced(desk);
  await desk.close();
});

test("a checkpoint older than the log boots again without an empty list, and deleted documents disappear", async () => {
  const device = givenDevice();
  const tickets = Array.from({ length: 7 }, () => givenTicket({ status: "pending" }));
  for (const ticket of tickets) device.server.put("tickets", ticket);
  const desk = await openTestDesk(device);
  await synced(desk);
  const sizes: number[] = [];
  const watching = desk.tickets$({ status: "pending", showAll: true }).subscribe((list) => sizes.push(list.length));
  device.server.remove("tickets", tickets[3]?.id ?? "");
  device.server.logStart = device.server.rev();
  desk.resync();
  await until(desk.tickets$({ status: "pending", showAll: true }), (list) => list.length === 6);
  expect(Math.min(...sizes.filter((size) => size > 0))).toBe(6);
  expect(sizes.filter((size) => size === 0)).toEqual([]);
  watching.unsubscribe();
  await desk.close();
});

test("an answered command whose effect was not pulled is sent again when the server has lost the position", async () => {
  const device = givenDevice();
  const { server } = device;
  const ticket = givenTicket({ status: "pending" });
  server.put("tickets", ticket);
  const desk = await openTestDesk(device);
  await synced(desk);
  server.onCommand = () => void server.put("tickets", { ...ticket, status: "closed" });
  server.fault = () => "request";
  await desk.send("ticket.close", { ticketId: ticket.id });
  await expect.poll(() => desk.status.get().waiting).toBe(1);
  // Nothing is pulled: the command is answered, and its effect is not visible yet.
  server.fault = (path) => (path === "/sync/commands" ? null : "request");
  await expect.poll(() => desk.status.get().waiting).toBe(0);
  expect(server.batches).toHaveLength(1);
  server.logStart = server.rev();
  server.fault = () => null;
  server.poke("tickets");
  // Each pull that finds its position lost sends it again.
  await expect.poll(() => server.batches.length).toBeGreaterThan(1);
  await synced(desk);
  expect(server.applied).toHaveLength(1);
});

test("documents deleted while a device was closed disappear, also when it closed before storing its first checkpoint", async () => {
  const device = givenDevice();
  const [gone, kept] = [givenTicket({ status: "pending" }), givenTicket({ status: "pending" })];
  for (const ticket of [gone, kept]) {
    device.server.put("tickets", ticket);
    device.server.message(ticket.id);
  }
  const stopping = await openTestDesk({ ...device, storage: withoutCheckpoints(device.storage) });
  await until(stopping.tickets$({ status: "pending", showAll: true }), (list) => list.length === 2);
  await stopping.close();
  for (const collection of ["tickets", "threads"] as const) device.server.remove(collection, gone.id);
  const desk = await openTestDesk(device);
  await synced(desk);
  const list = await until(desk.tickets$({ status: "pending", showAll: true }), (found) => found.length < 2);
  expect(list.map(({ id }) => id)).toEqual([kept.id]);
});

test("a quiet collection's checkpoint advances although its pages are empty", async () => {
  const device = givenDevice();
  const desk = await openTestDesk(device);
  await synced(desk);
  for (let at = 0; at < 5; at += 1) device.server.put("tickets", givenTicket());
  device.server.poke("tickets", "contacts");
  await until(desk.tickets$({ status: "open", showAll: true }), (list) => list.length === 5);
  device.server.put("tickets", givenTicket());
  desk.resync();
  await until(desk.tickets$({ status: "open", showAll: true }), (list) => list.length === 6);
  await synced(desk);
  await desk.close();
  device.server.logStart = device.server.rev();
  device.server.requests.length = 0;
  const again = await openTestDesk(device, { clock: systemClock });
  await synced(again);
  // Requested from a revision that the log still has: no second boot, which would take two more requests.
  expect(device.server.requests.filter((request) => request === "GET /sync/contacts").length).toBeLessThanOrEqual(1);
  await again.close();
});

test("older messages are fetched from the server once and stay on the device", async () => {
  const device = givenDevice();
  const ticket = givenTicket();
  device.server.put("tickets", ticket);
  for (let at = 0; at < 75; at += 1) device.server.message(ticket.id);
  const desk = await openTestDesk(device);
  await synced(desk);
  await until(desk.thread$(ticket.id), ({ messages }) => messages.length === 30);
  while ((await desk.loadOlder(ticket.id)).hasOlder);
  const view = await until(desk.thread$(ticket.id), ({ messages }) => messages.length === 75);
  expect(view.hasOlder).toBe(false);
  expect(new Set(view.messages.map((message) => message.id)).size).toBe(75);
  device.server.message(ticket.id);
  device.server.poke("threads");
  await until(desk.thread$(ticket.id), ({ messages }) => messages.length === 76);
  await desk.close();
  device.server.online = false;
  const offline = await openTestDesk(device);
  await until(offline.thread$(ticket.id), ({ messages }) => messages.length === 30);
  await offline.loadOlder(ticket.id);
  await until(offline.thread$(ticket.id), ({ messages }) => messages.length === 76);
  await offline.close();
});

test("offline, scrolling beyond the stored messages says that they are not here", async () => {
  const device = givenDevice();
  const ticket = givenTicket();
  device.server.put("tickets", ticket);
  for (let at = 0; at < 31; at += 1) device.server.message(ticket.id);
  const desk = await openTestDesk(device);
  await synced(desk);
  await until(desk.thread$(ticket.id), ({ messages }) => messages.length === 30);
  device.server.online = false;
  expect(await desk.loadOlder(ticket.id)).toEqual({ hasOlder: true, reason: "offline" });
  await until(desk.thread$(ticket.id), ({ endsHere }) => endsHere);
  await desk.close();
});

test("older pages are read for a print without being stored or shown; offline there is none", async () => {
  const device = givenDevice();
  const ticket = givenTicket();
  device.server.put("tickets", ticket);
  for (let at = 0; at < 100; at += 1) device.server.message(ticket.id);
  const desk = await openTestDesk(device);
  await synced(desk);
  const { messages: known } = await until(desk.thread$(ticket.id), ({ messages }) => messages.length === 30);
  const page = await desk.readOlder(ticket.id, known);
  expect(page).toMatchObject({ complete: false });
  const last = await desk.readOlder(ticket.id, [...(page?.messages ?? []), ...known]);
  expect(last?.complete).toBe(true);
  const ids = [...(last?.messages ?? []), ...(page?.messages ?? []), ...known].map(({ id }) => id);
  expect(new Set(ids).size).toBe(100);
  device.server.online = false;
  expect(await desk.readOlder(ticket.id, known)).toBeNull();
  await until(desk.thread$(ticket.id), ({ messages, hasOlder }) => messages.length === 30 && hasOlder);
  await desk.close();
});

test("contacts are found by any words, and special characters are literal", async () => {
  const device = givenDevice();
  device.server.put("contacts", givenContact({ name: "José da Conceição" }));
  device.server.put("contacts", givenContact({ name: "Maria (loja)" }));
  const desk = await openTestDesk(device);
  await synced(desk);
  expect((await until(desk.searchContacts$("conceicao jose"), () => true)).map(({ name }) => name)).toEqual([
    "José da Conceição",
  ]);
  expect(await until(desk.searchContacts$("(lo"), () => true)).toHaveLength(1);
  expect(await until(desk.searchContacts$(".*"), () => true)).toHaveLength(0);
  await desk.close();
});

test("a sent message shows immediately, and as the server's once it was pulled", async () => {
  const device = givenDevice();
  const ticket = givenTicket({ status: "pending" });
  device.server.put("tickets", ticket);
  const desk = await openTestDesk(device);
  await synced(desk);
  device.server.online = false;
  const id = await desk.send("message.send", { ticketId: ticket.id, body: "Bom dia" });
  const offline = await until(desk.thread$(ticket.id), ({ messages }) => messages.length === 1);
  expect(offline.messages[0]).toMatchObject({ id, body: "Bom dia", fromMe: true, commandId: id });
  const [moved] = await until(desk.tickets$({ status: "open", showAll: false }), (list) => list.length === 1);
  expect(moved).toMatchObject({ id: ticket.id, userId: device.user.id, queued: 1, pending: ["message.send"] });
  device.server.onCommand = (command) => {
    device.server.message(
      ticket.id,
      givenMessage({ id: command.id, ticketId: ticket.id, body: "Bom dia", fromMe: true }),
    );
    device.server.put("tickets", { ...ticket, status: "open", userId: device.user.id });
    return undefined;
  };
  device.server.online = true;
  desk.resync();
  await until(desk.outbox$(), (entries) => entries.length === 0);
  await until(desk.thread$(ticket.id), ({ messages }) => messages[0]?.commandId === null);
  await synced(desk);
  expect(device.server.applied.map((command) => command.id)).toEqual([id]);
  await desk.close();
});

/** Opens a desk with one ticket, and then cuts the network. */
async function givenOfflineDesk() {
  const device = givenDevice();
  const ticket = givenTicket();
  device.server.put("tickets", ticket);
  const desk = await openTestDesk(device);
  await synced(desk);
  device.server.online = false;
  return { device, ticket, desk };
}

test("signing out deletes pulled data and keeps unsent commands, which are sent after the next sign-in", async () => {
  const { device, ticket, desk } = await givenOfflineDesk();
  await desk.send("message.send", { ticketId: ticket.id, body: "ainda aqui" });
  expect(await desk.pendingCount()).toBe(1);
  const leaving = { owner: device.user, unsentKey: givenUnsentKey() };
  await desk.closeEverywhere();
  await leaveDevice(leaving, undefined, device.storage);
  const stranger = await openTestDesk(device);
  expect(await stranger.pendingCount(), "without the key").toBe(0);
  await stranger.close();
  const offline = await openTestDesk(device, { unsentKeys: [leaving.unsentKey] });
  expect(await until(offline.tickets$({ status: "open", showAll: true }), () => true)).toEqual([]);
  expect(await offline.pendingCount()).toBe(1);
  device.server.online = true;
  offline.resync();
  await until(offline.outbox$(), (entries) => entries.length === 0);
  expect(device.server.applied).toHaveLength(1);
  await offline.close();
});

test("a command that was stored while the desk closes does not fail, and is sent by the next desk", async () => {
  const { device, ticket, desk } = await givenOfflineDesk();
  const closing = desk.close();
  const id = await desk.send("ticket.close", { ticketId: ticket.id });
  await closing;
  device.server.online = true;
  const next = await openTestDesk(device);
  await until(next.outbox$(), (entries) => entries.length === 0);
  expect(device.server.applied.map((command) => command.id)).toEqual([id]);
  await next.close();
});

test("a local change never disappears while the server catches up", async () => {
  const device = givenDevice();
  const ticket = givenTicket({ status: "pending" });
  device.server.put("tickets", ticket);
  const desk = await openTestDesk(device);
  await synced(desk);
  device.server.onCommand = () => {
    device.server.put("tickets", { ...ticket, status: "open", userId: device.user.id });
    return undefined;
  };
  const seen: (string | undefined)[] = [];
  desk.ticket$(ticket.id).subscribe((found) => seen.push(found?.status));
  await desk.send("ticket.accept", { ticketId: ticket.id });
  await expect.poll(() => desk.pendingCount()).toBe(0);
  await synced(desk);
  device.server.put("tickets", { ...ticket, status: "open", userId: device.user.id, unreadMessages: 3 });
  device.server.poke("tickets");
  await until(desk.ticket$(ticket.id), (found) => found?.unreadMessages === 3);
  expect(seen.slice(0, 1)).toEqual(["pending"]);
  expect(new Set(seen.slice(seen.indexOf("open")))).toEqual(new Set(["open"]));
});

/** Several devices at once: `sync/testing/convergence`, because RxDB allows one process 16 open collections. */
test("with cuts and lost answers, commands are applied once between a colleague's, and the device converges", async () => {
  const device = givenDevice();
  const { server } = device;
  const tickets = Array.from({ length: 4 }, () => givenTicket({ status: "open" }));
  for (const ticket of tickets) server.put("tickets", ticket);
  const written = new Map(tickets.map(({ id }): [string, string[]] => [id, []]));
  function store(ticketId: string, body: string, id = givenTicket().id) {
    written.get(ticketId)?.push(body);
    server.message(ticketId, { id, body, fromMe: true });
    server.poke("threads");
  }
  server.onCommand = ({ id, payload }) => {
    const { ticketId, body } = payload as { ticketId: string; body: string };
    store(ticketId, body, id);
    return undefined;
  };
  const desk = await openTestDesk(device);
  await synced(desk);
  let calls = 0;
  server.fault = () => (["request", null, "answer", null, null] as const)[++calls % 5] ?? null;
  for (let at = 0; at < 24; at += 1) {
    const { id: ticketId = "" } = tickets[at % tickets.length] ?? {};
    await desk.send("message.send", { ticketId, body: `own-${String(at).padStart(2, "0")}` });
    store(ticketId, `colleague-${at}`);
  }
  await expect.poll(() => desk.pendingCount()).toBe(0);
  server.fault = () => null;
  desk.resync();
  for (const [ticketId, bodies] of written) {
    const own = bodies.filter((body) => body.startsWith("own-"));
    expect(own).toEqual(own.toSorted());
    expect([own.length, new Set(bodies).size]).toEqual([6, 12]);
    const view = await until(
      desk.thread$(ticketId),
      ({ messages }) => messages.length === 12 && messages.every(({ commandId }) => commandId === null),
    );
    expect(view.messages.map(({ body }) => body)).toEqual(bodies);
  }
});

test("tags, notes, reactions, drafts and forwards made offline show immediately", async () => {
  const device = givenDevice();
  const [ticket, target] = [givenTicket(), givenTicket()];
  for (const one of [ticket, target]) device.server.put("tickets", one);
  const message = device.server.message(ticket.id, { body: "Segue a nota" });
  device.server.message(target.id);
  const desk = await openTestDesk(device);
  await synced(desk);
  device.server.online = false;
  const on = { ticketId: ticket.id };
  const tagId = await desk.send("tag.create", { name: "Orçamento" });
  await desk.send("ticket.tag", { ...on, add: [tagId] });
  await desk.send("note.add", { ...on, note: "Prefere boleto" });
  await desk.send("message.react", { ...on, messageId: message.id, emoji: "👍" });
  await desk.send("draft.save", { ...on, text: "Bom dia", baseRev: 0, writerId: tagId });
  const forward = { ...on, messageIds: [message.id], contactIds: [target.contactId] };
  await desk.send("message.forward", forward);
  expect(await until(desk.ticket$(ticket.id), (found) => found?.notes.length === 1)).toMatchObject({
    tagIds: [tagId],
    notes: [{ note: "Prefere boleto", userName: device.user.name }],
  });
  expect(await until(desk.refs$("tag"), (tags) => tags.length === 1)).toMatchObject([{ id: tagId, name: "Orçamento" }]);
  expect(await until(desk.draft$(ticket.id), (draft) => draft !== null)).toMatchObject({ text: "Bom dia" });
  const reacted = await until(desk.thread$(ticket.id), ({ messages }) => messages[0]?.reactions.length === 1);
  expect(reacted.messages[0]?.reactions).toEqual([{ emoji: "👍", fromMe: true }]);
  const passedOn = await until(desk.thread$(target.id), ({ messages }) => messages.length === 2);
  expect(passedOn.messages[1]).toMatchObject({ body: "Segue a nota", fromMe: true, local: "queued" });
  await desk.close();
});

test("oldest first: who began to wait first is at the top of a cut list, however many have written since", async () => {
  const device = givenDevice();
  const tickets = Array.from({ length: 6 }, (_, hour) => {
    const since = new Date(Date.UTC(2026, 4, 1, hour)).toISOString();
    return givenTicket({ status: "pending", createdAt: since, waitingSince: since });
  });
  for (const ticket of tickets) device.server.put("tickets", ticket);
  const desk = await openTestDesk(device);
  await synced(desk);
  const asked = { status: "pending", showAll: true, limit: 2 } as const;
  const oldest = await until(desk.tickets$({ ...asked, order: "oldestFirst" }), (list) => list.length === 2);
  expect(oldest.map(({ id }) => id)).toEqual([tickets[0]?.id, tickets[1]?.id]);
  const newest = await until(desk.tickets$({ ...asked, order: "newestFirst" }), (list) => list.length === 2);
  expect(newest.map(({ id }) => id)).toEqual([tickets[5]?.id, tickets[4]?.id]);
  await desk.close();
});

test("what a device with a wrong clock writes has the server's time", async () => {
  const dayMs = 86_400_000;
  const hear = (aheadMs: number) => readServerTime(new Date(testTime() + aheadMs).toUTCString(), testTime());
  hear(dayMs);
  onTestFinished(() => hear(0));
  const device = givenDevice();
  device.server.online = false;
  const desk = await openTestDesk(device, { clock: systemClock });
  const { id } = givenTicket();
  await desk.draft(id).set("Bom dia");
  await desk.send("message.send", { ticketId: id, body: "Boa tarde" });
  const [command] = await until(desk.outbox$(), (entries) => entries.length === 1);
  const draft = await until(desk.draft(id).state$(), ({ text }) => text === "Bom dia");
  const aheadMs = [command?.createdAt, draft.updatedAt].map((at) => Date.parse(at ?? "") - testTime());
  // The header has whole seconds.
  expect(aheadMs.map((ms) => Math.round(ms / 60_000))).toEqual([1_440, 1_440]);
  await desk.close();
});
