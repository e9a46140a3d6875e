import { expect, test } from "vitest";
import { type Clock, systemClock } from "./clock.ts";
import { withIdleTimeout } from "./fetch-idle-timeout.ts";
import { refusalOf } from "./refusal.ts";
import { givenDevice, openTestDesk, synced, until } from "./testing/desk.ts";
import { givenTicket } from "./testing/given.ts";

/** A clock that the test advances. */
function givenClock() {
  let now = 0;
  const waiting = new Set<{ at: number; callback: () => void }>();
  const clock: Clock = {
    ...systemClock,
    after(delayMs, callback) {
      const entry = { at: now + delayMs, callback };
      waiting.add(entry);
      return () => waiting.delete(entry);
    },
  };
  return {
    clock,
    waiting,
    pass(ms: number) {
      now += ms;
      for (const entry of waiting) {
        if (entry.at > now) continue;
        waiting.delete(entry);
        entry.callback();
      }
    },
  };
}

test("a silent response is aborted, also when the inner fetch ignores the signal", async () => {
  const { clock, pass, waiting } = givenClock();
  const asked = withIdleTimeout(() => new Promise(() => {}), { idleMs: 100, clock })("/sync/tickets");
  const failed = asked.catch((error: unknown) => error);
  pass(99);
  expect(waiting.size).toBe(1);
  pass(1);
  expect(await failed).toMatchObject({ name: "TimeoutError" });
  expect(refusalOf(await failed).status).toBeNull();
});

function givenSlowAnswer() {
  const body = new TransformStream<Uint8Array, Uint8Array>();
  const writer = body.writable.getWriter();
  const say = (text: string) => writer.write(new TextEncoder().encode(text));
  return { answer: async () => new Response(body.readable), say, end: () => writer.close() };
}

test("a slow response continues while bytes arrive", async () => {
  const { clock, pass, waiting } = givenClock();
  const { answer, say, end } = givenSlowAnswer();
  const response = await withIdleTimeout(answer, { idleMs: 100, clock })("/sync/tickets");
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (const part of ["um ", "dois ", "três"]) {
    pass(90);
    const [read] = await Promise.all([reader?.read(), say(part)]);
    expect(read?.value).toBe(part);
  }
  const [last] = await Promise.all([reader?.read(), end()]);
  expect(last?.done).toBe(true);
  expect(waiting.size).toBe(0);
});

test("a response that stops halfway is aborted", async () => {
  const { clock, pass } = givenClock();
  const { answer, say } = givenSlowAnswer();
  const response = await withIdleTimeout(answer, { idleMs: 100, clock })("/sync/tickets");
  const reader = response.body?.getReader();
  await Promise.all([reader?.read(), say("um ")]);
  const failed = reader?.read().catch((error: unknown) => error);
  pass(100);
  expect(await failed).toMatchObject({ name: "TimeoutError" });
});

test("the caller may abort earlier, and an empty response counts as a response", async () => {
  const { clock, waiting } = givenClock();
  const leaving = new AbortController();
  const asked = withIdleTimeout(() => new Promise(() => {}), { idleMs: 100, clock })("/x", { signal: leaving.signal });
  leaving.abort();
  await expect(asked).rejects.toMatchObject({ name: "AbortError" });
  const empty = await withIdleTimeout(async () => new Response(null, { status: 204 }), { idleMs: 100, clock })("/x");
  expect(empty.status).toBe(204);
  expect(waiting.size).toBe(0);
});

test("a connection that dies silently blocks neither pulls nor commands", async () => {
  const device = givenDevice();
  const ticket = givenTicket({ status: "pending" });
  device.server.put("tickets", ticket);
  const dead = new Set<string>();
  const { apiFetch } = device.server;
  device.server.apiFetch = (path, init) => {
    const [place = ""] = path.split("?");
    if (!dead.delete(place)) return apiFetch(path, init);
    return new Promise(() => {});
  };
  const desk = await openTestDesk(device, { idleMs: 100 });
  await synced(desk);
  for (const path of ["/sync/tickets", "/sync/commands"]) dead.add(path);
  device.server.put("tickets", { ...ticket, unreadMessages: 3 });
  device.server.poke("tickets");
  await desk.send("ticket.read", { ticketId: ticket.id });
  await until(desk.ticket$(ticket.id), (found) => found?.unreadMessages === 3 || found?.unreadMessages === 0);
  await expect.poll(() => device.server.applied.map(({ type }) => type)).toContain("ticket.read");
  await expect.poll(() => desk.pendingCount()).toBe(0);
  expect(dead.size).toBe(0);
  await desk.close();
});
