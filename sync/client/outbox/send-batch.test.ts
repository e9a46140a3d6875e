import "fake-indexeddb/auto";
import { uuidv7 } from "uuidv7";
import { expect, onTestFinished, test, vi } from "vitest";
import type { CommandResult } from "../../../contracts/commands/index.ts";
import type { ApiFetch } from "../desk-types.ts";
import { openOutboxDatabase } from "../local/databases.ts";
import { manualClock } from "../testing/manual-clock.ts";
import { createLaneStates } from "./lane-state.ts";
import { createPostCommands } from "./post-commands.ts";
import { sendBatch } from "./send-batch.ts";
import { createSendPause } from "./send-pause.ts";
import { createOutboxStore } from "./store.ts";

const ticketId = uuidv7();

/** An outbox whose server answers with `respond`: results, or an error that is thrown. */
function givenSending(respond: (ids: string[]) => Partial<CommandResult>[] | Error) {
  const database = openOutboxDatabase({ companyId: uuidv7(), id: uuidv7() });
  onTestFinished(() => database.close());
  const { clock } = manualClock();
  const store = createOutboxStore(database, clock);
  const [lanes, pause] = [createLaneStates(clock), createSendPause(clock)];
  const bodies: { commands: { id: string }[] }[] = [];
  const apiFetch: ApiFetch = async (_path, init) => {
    const body = JSON.parse(String(init?.body));
    bodies.push(body);
    const results = respond(body.commands.map(({ id }: { id: string }) => id));
    if (results instanceof Error) throw results;
    return Response.json({ results });
  };
  const events = {
    onDone: vi.fn(async () => {}),
    onAnswered: vi.fn(),
    onLink: vi.fn(),
    onSignedOut: vi.fn(),
  };
  const post = createPostCommands({ apiFetch, signal: new AbortController().signal });
  /** Sends everything; returns the commands afterwards. */
  async function send() {
    await sendBatch(await store.all(), { store, lanes, pause, post, ...events });
    return store.all();
  }
  return { store, lanes, pause, clock, bodies, send, ...events };
}
const applied = (id: string, rev: number | null = 4) => ({ id, status: "applied" as const, rev, code: null });
const refusal = (status: number, code: string) => Object.assign(new Error(code), { status, code });

test("an applied command is answered with its revision, and the request has only what the server needs", async () => {
  const { store, send, bodies, onDone, onAnswered, onLink } = givenSending((ids) => ids.map((id) => applied(id)));
  const id = await store.add("message.send", { ticketId, body: "Oi" });
  const [record] = await store.all();
  expect(await send()).toMatchObject([{ id, state: "answered", rev: 4, error: null, tries: 1 }]);
  const { type, payload, createdAt } = record ?? {};
  expect(bodies).toEqual([{ commands: [{ id, type, payload, createdAt }] }]);
  expect([onDone, onAnswered].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  expect(onLink.mock.calls).toEqual([[true]]);
});

test.each([
  ["refused", "rejected", "ERR_TICKET_CLOSED", "ERR_TICKET_CLOSED"],
  ["held", "rejected", "ERR_REPLY_HELD", "ERR_REPLY_HELD"],
  ["refused", "duplicate", "ERR_TICKET_CLOSED", "ERR_TICKET_CLOSED"],
  ["refused", "rejected", null, "ERR_INTERNAL"],
] as const)("a command is %s when its answer is %s with %s", async (state, status, code, shown) => {
  const details = { by: "bia" };
  const { store, send, onDone } = givenSending((ids) => ids.map((id) => ({ id, status, code, rev: null, details })));
  await store.add("message.send", { ticketId, body: "Oi" });
  expect(await send()).toMatchObject([{ state, error: { code: shown, details } }]);
  expect(onDone).not.toHaveBeenCalled();
});

test("a duplicate without a code was applied before", async () => {
  const { store, send, onDone } = givenSending((ids) => ids.map((id) => ({ ...applied(id), status: "duplicate" })));
  await store.add("ticket.close", { ticketId });
  expect(await send()).toMatchObject([{ state: "answered", rev: 4 }]);
  expect(onDone).toHaveBeenCalledOnce();
});

test("a draft is not reported when it is applied, and deleted when it is refused", async () => {
  const draft = { ticketId, text: "Bom", baseRev: 0, writerId: uuidv7() };
  const kept = givenSending((ids) => ids.map((id) => applied(id)));
  await kept.store.add("draft.save", draft);
  expect(await kept.send()).toMatchObject([{ state: "answered" }]);
  expect(kept.onDone).not.toHaveBeenCalled();
  const gone = givenSending((ids) =>
    ids.map((id) => ({ id, status: "rejected", rev: null, code: "ERR_EDIT_CONFLICT" })),
  );
  await gone.store.add("draft.save", draft);
  expect(await gone.send()).toEqual([]);
});

test("a command without an answer waits, and its lane rests", async () => {
  const { store, send, lanes, clock } = givenSending((ids) => ids.slice(0, 1).map((id) => applied(id)));
  await store.add("ticket.close", { ticketId });
  const other = uuidv7();
  await store.add("ticket.close", { ticketId: other });
  expect((await send()).map(({ state }) => state)).toEqual(["answered", "waiting"]);
  expect([ticketId, other].map((lane) => lanes.isResting(lane, clock.now()))).toEqual([false, true]);
});

test.each(["applied", "rejected"] as const)("an answer that is %s forgets the failures before it", async (status) => {
  const { store, send, lanes, pause, clock } = givenSending((ids) => ids.map((id) => ({ ...applied(id), status })));
  await store.add("ticket.close", { ticketId });
  lanes.rest(ticketId);
  lanes.isolate(ticketId);
  pause.lengthen();
  await send();
  expect([lanes.isResting(ticketId, clock.now()), lanes.isIsolated(ticketId)]).toEqual([false, false]);
  // The next pause is a first one again.
  pause.lengthen();
  expect(pause.until() - clock.now()).toBe(1_000);
});

test("an attempt while the browser is offline does not count, so the command can still be discarded", async () => {
  vi.stubGlobal("navigator", { onLine: false });
  onTestFinished(() => void vi.unstubAllGlobals());
  const { store, send } = givenSending(() => new TypeError("lost"));
  const id = await store.add("ticket.close", { ticketId });
  expect(await send()).toMatchObject([{ state: "waiting", tries: 0 }]);
  expect(await store.discard(id)).toBe(true);
});

test("without a response all commands wait, and sending pauses", async () => {
  const { store, send, lanes, pause, clock, onLink, onAnswered } = givenSending(() => new TypeError("lost"));
  for (const lane of [ticketId, uuidv7()]) await store.add("ticket.close", { ticketId: lane });
  expect((await send()).map(({ state, tries }) => [state, tries])).toEqual([
    ["waiting", 1],
    ["waiting", 1],
  ]);
  expect(pause.until() - clock.now()).toBe(1_000);
  expect([lanes.isResting(ticketId, clock.now()), lanes.isIsolated(ticketId)]).toEqual([true, false]);
  expect([onLink.mock.calls, onAnswered.mock.calls]).toEqual([[[false]], []]);
});

test("an invalid batch isolates its lanes, and an invalid command alone is refused", async () => {
  const { store, send, lanes, clock } = givenSending(() => refusal(400, "ERR_VALIDATION"));
  await store.add("ticket.close", { ticketId });
  const second = await store.add("ticket.read", { ticketId });
  expect((await send()).map(({ state }) => state)).toEqual(["waiting", "waiting"]);
  expect([lanes.isIsolated(ticketId), lanes.isResting(ticketId, clock.now())]).toEqual([true, false]);
  await store.remove([(await store.byId(second))?.order ?? 0]);
  expect(await send()).toMatchObject([{ state: "refused", error: { code: "ERR_VALIDATION" } }]);
});

test("an ended session is reported and keeps the commands", async () => {
  const { store, send, onSignedOut, onLink } = givenSending(() => refusal(401, "ERR_SESSION_EXPIRED"));
  await store.add("ticket.close", { ticketId });
  expect(await send()).toMatchObject([{ state: "waiting" }]);
  expect(onSignedOut).toHaveBeenCalledOnce();
  expect(onLink).not.toHaveBeenCalled();
});

test("commands that are no longer waiting cause no request", async () => {
  const { store, send, bodies, onAnswered } = givenSending((ids) => ids.map((id) => applied(id)));
  const id = await store.add("ticket.close", { ticketId });
  await store.update((await store.byId(id))?.order ?? 0, { state: "refused" });
  await send();
  expect([bodies, onAnswered.mock.calls]).toEqual([[], []]);
});
