import "fake-indexeddb/auto";
import { uuidv7 } from "uuidv7";
import { expect, onTestFinished, test, vi } from "vitest";
import { LAST_MS } from "../backoff.ts";
import type { Clock } from "../clock.ts";
import { openOutboxDatabase } from "../local/databases.ts";
import { hastyClock } from "../testing/desk.ts";
import { createFakeServer, type FakeServer } from "../testing/fake-server.ts";
import { isUnsent } from "./entry.ts";
import { startSender } from "./sender.ts";
import { createOutboxStore, type OutboxStore } from "./store.ts";

function givenOutbox(owner = { companyId: uuidv7(), id: uuidv7() }, clock: Clock = hastyClock) {
  const database = openOutboxDatabase(owner);
  return { owner, database, store: createOutboxStore(database, clock) };
}

function start(store: OutboxStore, server: FakeServer, clock: Clock = hastyClock) {
  return startSender({ store, apiFetch: server.apiFetch, clock, onAnswered: () => {}, onLink: () => {} });
}

const sentOut = (store: OutboxStore) => vi.waitUntil(async () => !(await store.all()).some(isUnsent), { interval: 5 });

/**
 * Resolves when another sender of the same outbox, started now, has made a request: a nudged sender with something to
 * send would have made its request before.
 */
async function anotherSends(store: OutboxStore, server: FakeServer, clock: Clock) {
  const asked = Promise.withResolvers<void>();
  const apiFetch: typeof server.apiFetch = (...call) => {
    asked.resolve();
    return server.apiFetch(...call);
  };
  const another = start(store, { ...server, apiFetch }, clock);
  await asked.promise;
  await another.stop();
}

const isSame = (a: Uint8Array | undefined, b: Uint8Array) => a !== undefined && Buffer.compare(a, b) === 0;

/** A seeded random generator. */
function seeded(seed: number) {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

test("with lost requests and answers and two senders, each message arrives once, in order", async () => {
  const { store } = givenOutbox();
  const server = createFakeServer();
  const random = seeded(7);
  server.fault = () => (random() < 0.2 ? "request" : random() < 0.25 ? "answer" : null);
  const tickets = Array.from({ length: 5 }, () => uuidv7());
  const bodies = Array.from({ length: 40 }, (_, at) => String(at).padStart(2, "0"));
  for (const body of bodies) {
    for (const ticketId of tickets) await store.add("message.send", { ticketId, body });
  }
  const senders = [start(store, server), start(store, server)];
  await sentOut(store);
  await Promise.all(senders.map((sender) => sender.stop()));
  for (const ticketId of tickets) {
    const sent = server.applied.map(({ payload }) => payload as { ticketId: string; body: string });
    expect(sent.filter((payload) => payload.ticketId === ticketId).map(({ body }) => body)).toEqual(bodies);
  }
});

test("commands in progress of a dead sender are sent by the next one", async () => {
  const { owner, store, database } = givenOutbox();
  const server = createFakeServer();
  server.fault = () => "answer";
  const ticketId = uuidv7();
  for (const body of ["um", "dois", "três"]) await store.add("message.send", { ticketId, body });
  const first = start(store, server);
  await expect.poll(() => server.applied.length).toBe(3);
  await first.stop();
  for (const record of await store.all()) await store.update(record.order, { state: "sending" });
  database.close();
  server.fault = () => null;
  const reopened = givenOutbox(owner).store;
  const second = start(reopened, server);
  await sentOut(reopened);
  await second.stop();
  expect(server.applied.map(({ payload }) => (payload as { body: string }).body)).toEqual(["um", "dois", "três"]);
  expect((await reopened.all()).map(({ state }) => state)).toEqual(["answered", "answered", "answered"]);
});

test("a refused command keeps its content and does not block later ones", async () => {
  const { store } = givenOutbox();
  const server = createFakeServer();
  server.onCommand = ({ type }) => (type === "ticket.accept" ? "ERR_TICKET_NOT_PENDING" : undefined);
  const ticketId = uuidv7();
  await store.add("ticket.accept", { ticketId });
  await store.add("message.send", { ticketId, body: "mesmo assim" });
  const sender = start(store, server);
  await sentOut(store);
  await sender.stop();
  expect(await store.all()).toMatchObject([
    { type: "ticket.accept", state: "refused", error: { code: "ERR_TICKET_NOT_PENDING" } },
    { type: "message.send", state: "answered" },
  ]);
});

test("a command that may have arrived can be neither discarded nor changed; one that was never sent can", async () => {
  const { store } = givenOutbox();
  const server = createFakeServer();
  server.fault = () => "answer";
  const ticketId = uuidv7();
  const arrived = await store.add("message.send", { ticketId, body: "Chegou." });
  const sender = start(store, server);
  await expect.poll(async () => (await store.byId(arrived))?.tries).toBeGreaterThan(0);
  await expect.poll(() => server.applied.length).toBe(1);
  await sender.stop();
  await expect.poll(async () => (await store.byId(arrived))?.state).toBe("waiting");
  const waiting = await store.add("message.send", { ticketId, body: "Ainda aqui." });
  await store.edit(arrived, { body: "Outra coisa." });
  for (const id of [arrived, waiting]) await store.discard(id);
  expect((await store.all()).map(({ id, payload }) => [id, payload])).toEqual([
    [arrived, { ticketId, body: "Chegou." }],
  ]);
});

test("a held reply is sent again under a new id when the user confirms", async () => {
  const { store } = givenOutbox();
  const server = createFakeServer();
  server.onCommand = ({ payload }) =>
    (payload as { seenMessageId?: string }).seenMessageId ? "ERR_REPLY_HELD" : undefined;
  const id = await store.add("message.send", { ticketId: uuidv7(), body: "oi", seenMessageId: uuidv7() });
  const sender = start(store, server);
  await sentOut(store);
  expect(await store.all()).toMatchObject([{ state: "held", payload: { body: "oi" } }]);
  const again = await store.retry(id);
  sender.nudge();
  await sentOut(store);
  await sender.stop();
  expect(again).not.toBe(id);
  expect(server.applied).toMatchObject([{ id: again, payload: { body: "oi", seenMessageId: null } }]);
});

test("an edit of a held reply made during its retry follows to the new id", async () => {
  const { store } = givenOutbox();
  const server = createFakeServer();
  const ticketId = uuidv7();
  const id = await store.add("message.send", { ticketId, body: "bon dia", seenMessageId: uuidv7() });
  const edit = await store.add("message.edit", { ticketId, messageId: id, body: "bom dia" });
  server.onCommand = ({ type }) => (type === "message.send" ? "ERR_REPLY_HELD" : "ERR_NO_MESSAGE_FOUND");
  const sender = start(store, server);
  await sentOut(store);
  server.onCommand = () => undefined;
  const again = await store.retry(id);
  await store.retry(edit);
  sender.nudge();
  await sentOut(store);
  await sender.stop();
  expect(server.applied).toMatchObject([
    { id: again, payload: { body: "bon dia" } },
    { type: "message.edit", payload: { messageId: again, body: "bom dia" } },
  ]);
});

test("a refused draft is deleted without a question", async () => {
  const { store } = givenOutbox();
  const server = createFakeServer();
  server.onCommand = () => "ERR_EDIT_CONFLICT";
  await store.add("draft.save", { ticketId: uuidv7(), text: "Bom", baseRev: 0, writerId: uuidv7() });
  expect(await store.unsentCount()).toBe(0);
  const sender = start(store, server);
  await expect.poll(async () => (await store.all()).length).toBe(0);
  await sender.stop();
});

test("messages of a refused new ticket wait for it and follow to its new id", async () => {
  const { store } = givenOutbox();
  const server = createFakeServer();
  server.onCommand = ({ type }) => (type === "ticket.create" ? "ERR_NO_DEF_WAPP_FOUND" : undefined);
  const id = await store.add("ticket.create", { contactId: uuidv7() });
  await store.add("message.send", { ticketId: id, body: "primeira" });
  const sender = start(store, server);
  await expect.poll(async () => (await store.byId(id))?.state).toBe("refused");
  await store.add("message.send", { ticketId: id, body: "segunda" });
  const other = await store.add("message.send", { ticketId: uuidv7(), body: "outra conversa" });
  sender.nudge();
  await expect.poll(() => server.applied.map((command) => command.id)).toEqual([other]);
  server.onCommand = () => undefined;
  const again = await store.retry(id);
  sender.nudge();
  await sentOut(store);
  await sender.stop();
  const sent = server.applied.filter(({ type }) => type === "message.send").map(({ payload }) => payload);
  expect(sent).toMatchObject([
    { body: "outra conversa" },
    { ticketId: again, body: "primeira" },
    { ticketId: again, body: "segunda" },
  ]);
});

test("one invalid command does not fail its batch", async () => {
  const { store } = givenOutbox();
  const server = createFakeServer();
  const isBad = ({ payload }: { payload: unknown }) => (payload as { body: string }).body === "ruim";
  server.onBatch = (commands) => (commands.some(isBad) ? 400 : undefined);
  for (const body of ["a", "ruim", "b"]) {
    await store.add("message.send", { ticketId: uuidv7(), body });
  }
  const sender = start(store, server);
  await sentOut(store);
  await sender.stop();
  expect((await store.all()).map(({ state }) => state)).toEqual(["answered", "refused", "answered"]);
});

test("a ticket whose file cannot be uploaded blocks only itself", async () => {
  const { store } = givenOutbox();
  const server = createFakeServer();
  let uploadsFail = true;
  server.fault = (path) => (uploadsFail && path.startsWith("/uploads") ? "request" : null);
  const [withFile, without] = [uuidv7(), uuidv7()];
  const bytes = new Uint8Array(1_300_000).map((_, at) => at % 251);
  const file = { blob: new Blob([bytes], { type: "image/png" }), name: "peça.png" };
  await store.add("message.send", { ticketId: withFile, body: "foto" }, { file });
  await store.add("message.send", { ticketId: withFile, body: "depois" });
  await store.add("message.send", { ticketId: without, body: "texto" });
  const sender = start(store, server);
  await expect.poll(() => server.applied.length).toBe(1);
  expect(server.applied).toMatchObject([{ payload: { body: "texto" } }]);
  uploadsFail = false;
  await sentOut(store);
  await sender.stop();
  expect(server.applied.map(({ payload }) => (payload as { body: string }).body)).toEqual(["texto", "foto", "depois"]);
  const [fileId] = server.files.keys();
  expect(isSame(server.files.get(fileId ?? ""), bytes)).toBe(true);
  expect(server.requests.filter((request) => request === `PUT /uploads/${fileId}`)).toHaveLength(3);
});

test("a lane whose back-off ends right after the check is woken", async () => {
  const { store } = givenOutbox();
  const server = createFakeServer();
  let lost = 0;
  server.fault = () => (lost++ === 0 ? "request" : null);
  let now = 0;
  // The first back-off takes a second; between two reads of this clock more than half of it passes.
  const clock: Clock = { ...hastyClock, now: () => (now += 600), random: () => 1 };
  await store.add("ticket.close", { ticketId: uuidv7() });
  const sender = start(store, server, clock);
  await sentOut(store);
  await sender.stop();
  expect(server.applied).toHaveLength(1);
});

test("a command discarded or changed after the sender's check is not sent in its old form", async () => {
  const { store } = givenOutbox();
  const server = createFakeServer();
  const ticketId = uuidv7();
  const gone = await store.add("message.send", { ticketId, body: "Não era isto." });
  const changed = await store.add("message.send", { ticketId, body: "Bom dai!" });
  let looks = 0;
  const looking: OutboxStore = {
    ...store,
    async all() {
      const seen = await store.all();
      looks += 1;
      if (looks > 1) return seen;
      await store.edit(changed, { body: "Bom dia!" });
      expect(await store.discard(gone)).toBe(true);
      return seen;
    },
  };
  const sender = start(looking, server);
  await sentOut(store);
  await sender.stop();
  expect(server.applied.map(({ payload }) => payload)).toEqual([{ ticketId, body: "Bom dia!" }]);
});

test("a command in progress in another tab blocks its lane", async () => {
  const { store } = givenOutbox();
  const ticketId = uuidv7();
  for (const body of ["um", "dois"]) await store.add("message.send", { ticketId, body });
  await store.add("message.send", { ticketId: uuidv7(), body: "outra conversa" });
  const orders = (await store.all()).map(({ order }) => order);
  const other = await store.claim(orders.slice(0, 1), 1);
  const mine = await store.claim(orders, 1);
  expect([...other, ...mine].map(({ payload }) => (payload as { body: string }).body)).toEqual([
    "um",
    "outra conversa",
  ]);
});

test.each(["all", "claim", "update"] as const)(
  "a store that fails to %s pauses the sender only for that time",
  async (name) => {
    const { store } = givenOutbox();
    const server = createFakeServer();
    let failures = 0;
    const failing: OutboxStore = {
      ...store,
      [name]: async (...given: never[]) => {
        failures += 1;
        if (failures < 3) throw new Error("the disk is full");
        return (store[name] as (...given: never[]) => unknown)(...given);
      },
    };
    const complaints = vi.spyOn(console, "error").mockImplementation(() => {});
    for (const body of ["um", "dois"]) await store.add("message.send", { ticketId: uuidv7(), body });
    const sender = start(failing, server);
    await sentOut(store);
    await sender.stop();
    expect(server.applied.map(({ payload }) => (payload as { body: string }).body)).toEqual(["um", "dois"]);
    expect(complaints).toHaveBeenCalledTimes(2);
    complaints.mockRestore();
  },
);

test("an upload with lost answers continues from the server's offset", async () => {
  const { store } = givenOutbox();
  const server = createFakeServer();
  let lost = 0;
  server.fault = (path) => (path.startsWith("/uploads") && ++lost % 2 === 0 ? "answer" : null);
  const bytes = new Uint8Array(2_000_000).map((_, at) => at % 241);
  const file = { blob: new Blob([bytes]), name: "contrato.pdf" };
  await store.add("message.send", { ticketId: uuidv7() }, { file });
  const sender = start(store, server);
  await sentOut(store);
  await sender.stop();
  expect([...server.files.values()].map((file) => isSame(file, bytes))).toEqual([true]);
});

test("an ended session stops the sender until the next sign-in", async () => {
  const { store } = givenOutbox();
  const server = createFakeServer();
  server.onBatch = () => 401;
  await store.add("ticket.close", { ticketId: uuidv7() });
  let requests = 0;
  const apiFetch: typeof server.apiFetch = (...call) => {
    requests += 1;
    return server.apiFetch(...call);
  };
  const sender = start(store, { ...server, apiFetch });
  await expect
    .poll(async () => (await store.all()).map(({ tries, state }) => [tries, state]))
    .toEqual([[1, "waiting"]]);
  sender.nudge();
  await anotherSends(store, server, hastyClock);
  expect(requests).toBe(1);
  server.onBatch = () => undefined;
  sender.signedIn();
  sender.hurry();
  await sentOut(store);
  await sender.stop();
  expect(server.applied).toHaveLength(1);
});

test("a ticket for a contact created offline waits for the contact", async () => {
  const { store } = givenOutbox();
  const server = createFakeServer();
  const contactId = await store.add("contact.create", { name: "Novo", number: "5511999990000" });
  await store.add("ticket.create", { contactId });
  const sender = start(store, server);
  await sentOut(store);
  await sender.stop();
  expect(server.batches.map((batch) => batch.map(({ type }) => type))).toEqual([["contact.create"], ["ticket.create"]]);
});

test("tags and forwards wait for the tag and contact created here and follow to their new ids", async () => {
  const { store } = givenOutbox();
  const server = createFakeServer();
  server.onCommand = ({ type }) => (/create$/.test(type) ? "ERR_VALIDATION" : undefined);
  const ticketId = uuidv7();
  const tag = await store.add("tag.create", { name: "Novo" });
  const contact = await store.add("contact.create", { name: "Novo", number: "5511999990000" });
  await store.add("ticket.tag", { ticketId, add: [tag] });
  await store.add("message.forward", { ticketId: uuidv7(), messageIds: [uuidv7()], contactIds: [contact] });
  const sender = start(store, server);
  const isRefused = async (id: string) => (await store.byId(id))?.state === "refused";
  await vi.waitUntil(async () => (await isRefused(tag)) && (await isRefused(contact)));
  expect(server.applied).toEqual([]);
  server.onCommand = () => undefined;
  const [newTag, newContact] = [await store.retry(tag), await store.retry(contact)];
  sender.nudge();
  await sentOut(store);
  await sender.stop();
  const sent = new Map(server.applied.map(({ type, payload }) => [type, payload]));
  expect(sent.get("ticket.tag")).toMatchObject({ add: [newTag] });
  expect(sent.get("message.forward")).toMatchObject({ contactIds: [newContact] });
});

test.each([
  [507, "ERR_NO_SPACE"],
  [429, "ERR_TOO_MANY_UPLOADS"],
])(
  "an upload answered with %i keeps its file and the reason, and is sent when there is space",
  async (status, code) => {
    const { store } = givenOutbox();
    const server = createFakeServer();
    let isFull = true;
    const apiFetch: typeof server.apiFetch = async (path, init) => {
      if (isFull && init?.method === "PUT") throw Object.assign(new Error(code), { status, code });
      return server.apiFetch(path, init);
    };
    const file = { blob: new Blob([new Uint8Array(9)]), name: "contrato.pdf" };
    await store.add("message.send", { ticketId: uuidv7(), body: "" }, { file });
    const sender = startSender({ store, apiFetch, clock: hastyClock, onAnswered: () => {}, onLink: () => {} });
    await vi.waitUntil(async () => ((await store.all())[0]?.tries ?? 0) > 1);
    const [waiting] = await store.all();
    expect(waiting).toMatchObject({ state: "waiting", uploaded: false, error: { code } });
    isFull = false;
    await sentOut(store);
    await sender.stop();
    expect(server.applied).toHaveLength(1);
    expect((await store.all())[0]).toMatchObject({ state: "answered", error: null });
  },
);

test("a file uploaded by an earlier sender and deleted by the server is uploaded again", async () => {
  const { store } = givenOutbox();
  const server = createFakeServer();
  const bytes = new Uint8Array([1, 2, 3]);
  const file = { blob: new Blob([bytes]), name: "contrato.pdf" };
  await store.add("message.send", { ticketId: uuidv7(), body: "" }, { file });
  const [record] = await store.all();
  await store.update(record?.order ?? 0, { uploaded: true });
  const sender = start(store, server);
  await sentOut(store);
  await sender.stop();
  expect(isSame(server.files.get(record?.file?.id ?? ""), bytes)).toBe(true);
});

test("commands of a company past its due date wait and are sent after the payment", async () => {
  const { store } = givenOutbox();
  const server = createFakeServer();
  let isPaid = false;
  let refusals = 0;
  const apiFetch: typeof server.apiFetch = async (...call) => {
    if (isPaid) return server.apiFetch(...call);
    refusals += 1;
    throw Object.assign(new Error("refused"), { status: 400, code: "ERR_SUBSCRIPTION_EXPIRED" });
  };
  await store.add("message.send", { ticketId: uuidv7(), body: "Oi" });
  const sender = start(store, { ...server, apiFetch });
  await expect.poll(() => refusals).toBeGreaterThan(1);
  expect((await store.all()).every(isUnsent)).toBe(true);
  isPaid = true;
  sender.hurry();
  await sentOut(store);
  await sender.stop();
  expect(server.applied).toHaveLength(1);
});

/**
 * A clock whose time does not pass, so that no back-off ends by itself, and the delays that it was asked for. A sender
 * asks for one when it has looked at the outbox and may not send.
 */
function givenStoppedClock() {
  const delays: number[] = [];
  const clock: Clock = {
    ...hastyClock,
    now: () => 0,
    after(delayMs) {
      delays.push(delayMs);
      return () => {};
    },
  };
  return { clock, delays };
}

test("after a request without a response nothing is sent until the back-off ends or the network returns", async () => {
  const { clock, delays } = givenStoppedClock();
  const { store } = givenOutbox(undefined, clock);
  const server = createFakeServer();
  server.online = false;
  const attempts = () => server.requests.filter((request) => request === "POST /sync/commands").length;
  await store.add("ticket.accept", { ticketId: uuidv7() });
  const sender = start(store, server, clock);
  await expect.poll(attempts).toBe(1);
  await expect.poll(() => delays.length).toBeGreaterThan(0);
  for (let count = 0; count < 5; count += 1) {
    await store.add("ticket.accept", { ticketId: uuidv7() });
    const looks = delays.length;
    sender.nudge();
    await expect.poll(() => delays.length).toBeGreaterThan(looks);
  }
  expect(attempts()).toBe(1);
  server.online = true;
  sender.hurry();
  await sentOut(store);
  await sender.stop();
  expect(server.applied).toHaveLength(6);
});

test("while the browser is offline nothing is tried", async () => {
  vi.stubGlobal("navigator", { onLine: false });
  onTestFinished(() => void vi.unstubAllGlobals());
  const { clock, delays } = givenStoppedClock();
  const { store } = givenOutbox(undefined, clock);
  const server = createFakeServer();
  await store.add("ticket.accept", { ticketId: uuidv7() });
  const sender = start(store, server, clock);
  await expect.poll(() => delays).toEqual([LAST_MS]);
  expect(server.requests).toEqual([]);
  vi.stubGlobal("navigator", { onLine: true });
  sender.hurry();
  await sentOut(store);
  await sender.stop();
});
