import { firstValueFrom, map } from "rxjs";
import { expect, test, vi } from "vitest";
import type { DeviceDesk, TicketView } from "../../sync/client/index.ts";
import { givenDevice, openTestDesk, synced } from "../../sync/client/testing/desk.ts";
import { createFakeServer } from "../../sync/client/testing/fake-server.ts";
import { givenTicket } from "../../sync/client/testing/given.ts";
import { questionOf } from "../first-paint/kept-values.ts";
import { openingDesk } from "./opening-desk.ts";

/** A desk that is opened by `open`, or fails with `fail`. */
async function givenOpening(kept?: (question: string) => unknown) {
  const server = createFakeServer();
  const ticket = givenTicket({ status: "open", contactName: "Helena" });
  server.put("tickets", ticket);
  const real = await openTestDesk(givenDevice(undefined, server));
  await synced(real);
  const { promise, resolve, reject } = Promise.withResolvers<DeviceDesk>();
  const desk = openingDesk(promise, kept);
  const filter = { status: "open", showAll: true, limit: 10 } as const;
  return {
    desk,
    real,
    filter,
    ticketId: ticket.id,
    open: () => resolve(real),
    fail: () => reject(new Error("no disk")),
  };
}

function follow(source: ReturnType<DeviceDesk["tickets$"]>) {
  const names: string[][] = [];
  const subscription = source.subscribe((tickets) => names.push(tickets.map(({ contactName }) => contactName)));
  return { names, leave: () => subscription.unsubscribe() };
}

test("a desk that is being opened has every member of an open one", async () => {
  const { desk, real } = await givenOpening();
  const shapeOf = (part: object): unknown =>
    Object.fromEntries(
      Object.entries(part)
        .sort()
        .map(([name, member]) => [name, typeof member === "object" ? shapeOf(member) : typeof member]),
    );
  expect(shapeOf(desk)).toEqual(shapeOf(real));
});

test("a source has its kept value at once, and the desk's own as soon as it is open", async () => {
  const helena = { ...givenTicket({ contactName: "Before" }) } as TicketView;
  const kept = vi.fn((_question: string): unknown => [helena]);
  const { desk, filter, open } = await givenOpening(kept);
  const { names } = follow(desk.tickets$(filter));
  expect(names).toEqual([["Before"]]);
  expect(kept.mock.calls).toEqual([[questionOf("tickets$", filter)]]);
  open();
  await expect.poll(() => names.at(-1)).toEqual(["Helena"]);
  const later = follow(desk.tickets$(filter));
  await expect.poll(() => later.names.at(-1)).toEqual(["Helena"]);
  expect(later.names.flat()).not.toContain("Before");
});

test("without a kept value a source waits; one that was left meanwhile is not followed", async () => {
  const { desk, real, filter, open } = await givenOpening();
  const followed = vi.spyOn(real, "tickets$");
  const left = follow(desk.tickets$(filter));
  const stayed = follow(desk.tickets$(filter));
  expect([left.names, stayed.names]).toEqual([[], []]);
  left.leave();
  open();
  await expect.poll(() => stayed.names.at(-1)).toEqual(["Helena"]);
  expect(left.names).toEqual([]);
  expect(followed).toHaveBeenCalledOnce();
});

test("a source that waits can be piped, and read once", async () => {
  const { desk, filter, open } = await givenOpening();
  const names = firstValueFrom(
    desk.tickets$(filter).pipe(map((tickets) => tickets.map(({ contactName }) => contactName))),
  );
  const first = firstValueFrom(desk.tickets$(filter));
  open();
  expect(await names).toEqual(["Helena"]);
  expect(await first).toHaveLength(1);
});

test("calls wait until the desk is open, also those of its parts", async () => {
  const { desk, real, ticketId, open } = await givenOpening();
  const stored = Promise.all([
    desk.draft(ticketId).set("Bom dia"),
    desk.unsent.note.set({ ticketId, text: "Ligar amanhã", isOpen: true }),
    desk.send("ticket.read", { ticketId }),
  ]);
  expect(await real.draft(ticketId).get()).toBe("");
  open();
  await stored;
  expect(await real.draft(ticketId).get()).toBe("Bom dia");
  expect((await real.unsent.note.get(ticketId))?.text).toBe("Ligar amanhã");
  expect(await desk.draft(ticketId).get()).toBe("Bom dia");
});

test("the status believes in the network until the desk is open, and then tells its changes", async () => {
  const { desk, real, open } = await givenOpening();
  const told = vi.fn();
  const leave = desk.status.subscribe(told);
  expect(desk.status.get()).toMatchObject({ linkUp: true, firstSyncDone: false, waiting: 0 });
  expect(desk.hasUnstored()).toBe(false);
  open();
  await expect.poll(() => told.mock.calls.length).toBeGreaterThan(0);
  await expect.poll(() => desk.status.get().firstSyncDone).toBe(true);
  expect(desk.status.get()).toBe(real.status.get());
  leave();
});

test("if the desk cannot be opened, calls reject and sources keep their kept value", async () => {
  const before = { ...givenTicket({ contactName: "Before" }) } as TicketView;
  const { desk, filter, fail } = await givenOpening(() => [before]);
  const { names } = follow(desk.tickets$(filter));
  fail();
  await expect(desk.pendingCount()).rejects.toThrow("no disk");
  await expect(desk.unsent.note.get("t1")).rejects.toThrow("no disk");
  expect(names).toEqual([["Before"]]);
});
