import { fireEvent, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { useState } from "react";
import { BehaviorSubject, Observable } from "rxjs";
import { uuidv7 } from "uuidv7";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ThreadView, TicketView } from "../../../../sync/client/index.ts";
import { synced } from "../../../../sync/client/testing/desk.ts";
import { DirectoryProvider } from "../../../session/directory.tsx";
import { type GivenDesk, givenDesk } from "../../../testing/given-desk.ts";
import { renderScreen } from "../../../testing/render.tsx";
import { server } from "../../../testing/server.ts";
import { Conversation } from "../conversation/conversation.tsx";
import { useTicket } from "../conversation/use-ticket.ts";
import { TicketList } from "../list/ticket-list.tsx";
import { createReadAhead, readAheadOf } from "./read-ahead.ts";

/** A desk that counts who reads what. */
function countingDesk() {
  const reading = new Map<string, number>();
  const firstSync = new BehaviorSubject(true);
  const gone = new Set<string>();
  const counted = <T,>(name: string, value: T) =>
    new Observable<T>((subscriber) => {
      reading.set(name, (reading.get(name) ?? 0) + 1);
      subscriber.next(value);
      return () => void reading.set(name, (reading.get(name) ?? 0) - 1);
    });
  const desk = {
    ticket$: (id: string) => counted(`ticket ${id}`, gone.has(id) ? null : ({ id } as TicketView)),
    thread$: (id: string) =>
      counted(`thread ${id}`, { messages: [], hasOlder: false, endsHere: false, isKnown: true } as ThreadView),
    status: {
      get: () => ({ firstSyncDone: firstSync.value }) as never,
      subscribe(listener: () => void) {
        const subscription = firstSync.subscribe(listener);
        return () => subscription.unsubscribe();
      },
    },
  };
  const read = () => [...reading].filter(([, readers]) => readers > 0).map(([name]) => name);
  return { desk, read, firstSync, gone };
}

beforeEach(() => {
  vi.stubGlobal("requestIdleCallback", undefined);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("read ahead: reads rows that stay in sight, three at a time, and stops when they leave", async () => {
  vi.useFakeTimers();
  const { desk, read } = countingDesk();
  const ahead = createReadAhead(desk);
  const left = ahead.whileInSight("scrolled past");
  left();
  const leave = ["1", "2", "3", "4"].map((id) => ahead.whileInSight(id));
  expect(read()).toEqual([]);
  vi.advanceTimersByTime(700);
  expect(read()).toEqual(["ticket 1", "thread 1", "ticket 2", "thread 2", "ticket 3", "thread 3"]);
  vi.advanceTimersByTime(700);
  expect(read()).toContain("thread 4");
  expect(read()).not.toContain("ticket scrolled past");
  expect(ahead.get("1").thread).toBeDefined();
  for (const stop of leave) stop();
  expect(read()).toEqual([]);
  expect(ahead.get("1")).toEqual({});
  vi.runAllTimers();
  expect(read()).toEqual([]);
});

test("read ahead: reads a pressed row at once, and only rows in sight", () => {
  const { desk, read } = countingDesk();
  const ahead = createReadAhead(desk);
  const leave = ahead.whileInSight("1");
  ahead.now("1");
  ahead.now("2");
  expect(read()).toEqual(["ticket 1", "thread 1"]);
  leave();
  expect(read()).toEqual([]);
});

test("read ahead: waits for the end of the first sync", () => {
  vi.useFakeTimers();
  const { desk, read, firstSync } = countingDesk();
  firstSync.next(false);
  const ahead = createReadAhead(desk);
  ahead.whileInSight("1");
  vi.advanceTimersByTime(5_000);
  expect(read()).toEqual([]);
  firstSync.next(true);
  vi.advanceTimersByTime(700);
  expect(read()).toEqual(["ticket 1", "thread 1"]);
});

test("read ahead: does not read the thread of a ticket that is not on this device", () => {
  const { desk, read, gone } = countingDesk();
  gone.add("1");
  const ahead = createReadAhead(desk);
  ahead.whileInSight("1");
  ahead.now("1");
  expect(read()).toEqual(["ticket 1"]);
  expect(ahead.get("1").ticket).toBeUndefined();
});

test("read ahead: each desk has its own conversations", () => {
  const { desk } = countingDesk();
  const other = countingDesk().desk;
  readAheadOf(desk).whileInSight("1");
  readAheadOf(desk).now("1");
  expect(readAheadOf(desk).get("1").ticket).toBeDefined();
  expect(readAheadOf(other).get("1")).toEqual({});
});

const AGENT = uuidv7();

/** Stores the states that a screen gets for a ticket, from its first render. */
function TicketStates({ ticketId, states }: { ticketId: string; states: string[] }) {
  states.push(useTicket(ticketId).state);
  return null;
}

function ListAndConversation({ ticketId, states }: { ticketId: string; states: string[] }) {
  const [open, setOpen] = useState(false);
  const nothing = () => undefined;
  return (
    <DirectoryProvider>
      <TicketList selectedId={null} onNew={nothing} />
      <button type="button" onClick={() => setOpen(true)}>
        open
      </button>
      {open && <TicketStates ticketId={ticketId} states={states} />}
      {open && <Conversation ticketId={ticketId} onBack={nothing} onContact={nothing} onNote={nothing} />}
    </DirectoryProvider>
  );
}

async function renderListAndConversation(desk: GivenDesk) {
  const ticket = desk.ticket({ contactName: "Helena", userId: AGENT, unreadMessages: 1 });
  const message = desk.message(ticket, { body: "Bom dia" });
  server.use(http.get(`/tickets/${ticket.id}/timeline`, () => HttpResponse.json({ events: [] })));
  const states: string[] = [];
  const rendered = await renderScreen(<ListAndConversation ticketId={ticket.id} states={states} />, {
    replication: desk.replication,
    signedIn: { id: AGENT },
  });
  await screen.findByRole("link", { name: "Helena" });
  await synced(rendered.desk);
  const ahead = readAheadOf(rendered.desk);
  return { ...rendered, ticket, message, ahead, states };
}

test("read ahead: a row in sight opens with its messages, is not marked as read and is forgotten with the screen", async () => {
  const { ticket, message, ahead, states, replication, unmount, desk } = await renderListAndConversation(givenDesk());
  await waitFor(() => expect(ahead.get(ticket.id).thread?.messages).toHaveLength(1));
  expect(await desk.pendingCount()).toBe(0);
  expect(replication.applied).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: "open" }));
  expect(document.querySelector(`[data-message="${message.id}"]`)).not.toBeNull();
  expect(new Set(states)).toEqual(new Set(["found"]));
  await waitFor(() => expect(replication.applied).toMatchObject([{ type: "ticket.read" }]));
  unmount();
  expect(ahead.get(ticket.id)).toEqual({});
});

test("read ahead: the press of a row reads its conversation before the click", async () => {
  // A browser that is never idle.
  vi.stubGlobal("requestIdleCallback", () => 0);
  const { ticket, ahead } = await renderListAndConversation(givenDesk());
  expect(ahead.get(ticket.id)).toEqual({});
  fireEvent.pointerDown(screen.getByRole("link", { name: "Helena" }));
  await waitFor(() => expect(ahead.get(ticket.id).thread?.messages).toHaveLength(1));
});
