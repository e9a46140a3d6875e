import fc from "fast-check";
import { expect, test } from "vitest";
import type { DeskContext } from "../../../ground/context.ts";
import { placeInThread } from "./place-in-thread.ts";

const ticket = { id: "ticket", lastMessageId: "last", createdAt: new Date(0) };
const ctx = { now: ticket.createdAt } as DeskContext;
/** A ticket that this transaction created. */
const isNew = { ...ticket, lastMessageId: null };
/** A time within one minute. */
const at = (second: number, ms = 0) => new Date(Date.UTC(2026, 6, 1, 12, 0, second, ms));
const own = (second: number, ms = 0) => ({ ticketId: ticket.id, createdAt: at(second, ms), fromMe: true });
const theirs = (second: number, ms = 0) => ({ ...own(second, ms), fromMe: false });

type Incoming = Parameters<typeof placeInThread>[2];
type Known = NonNullable<Parameters<typeof placeInThread>[3]>;

/** Places a message among these, newest first; they are given, so no statement is sent. */
function place(incoming: Partial<Incoming>, known: Known) {
  const there = known.length === 0 ? isNew : ticket;
  const message = { at: at(10), fromMe: false, isHistory: false, ...incoming };
  return placeInThread(ctx, there, message, known);
}

test.each<[string, Partial<Incoming>, Known, Date, boolean]>([
  ["the first message of a ticket is placed at its time", {}, [], at(10), false],
  ["a message after both sides' is placed at its time", {}, [theirs(9), own(8)], at(10), false],
  ["a message older than the other side's newest is late", {}, [theirs(12)], at(10), true],
  ["a message of the other side's newest second is placed after it, not late", {}, [theirs(10, 9)], at(10, 9), false],
  ["a message up to 5 seconds before our reply is not late: clocks differ", {}, [own(15)], at(10), false],
  ["a message more than 5 seconds before our reply is late", {}, [own(15, 1)], at(10), true],
  ["a message in the second of our reply follows it", {}, [own(10, 400)], at(10, 401), false],
  ["after a reply in the last millisecond it starts the next second", {}, [own(10, 999)], at(11), false],
  ["a reply at the very same instant does not move it", {}, [own(10)], at(10), false],
  ["an exact time in the second of our reply is kept", { isExact: true }, [own(10, 400)], at(10), false],
  ["a message with an exact time may be late", { isExact: true }, [theirs(12)], at(10), true],
  ["history is never late and keeps its time", { isHistory: true }, [theirs(30), own(10, 400)], at(10), false],
  ["our phone's message in the second of our reply follows it", { fromMe: true }, [own(10, 400)], at(10, 401), false],
])("%s", async (_name, incoming, known, createdAt, isLate) => {
  expect(await place(incoming, known)).toEqual({ createdAt, isLate });
});

test("two messages of one second stay together behind the reply they follow, though a newer reply exists", async () => {
  const first = await place({}, [own(10, 400)]);
  const followed = { ticketId: ticket.id, createdAt: first.createdAt, fromMe: false };
  const second = await place({}, [own(12), followed, own(10, 400)]);
  expect(second).toEqual({ createdAt: first.createdAt, isLate: false });
});

test("messages of another ticket that were selected with it do not count", async () => {
  const elsewhere = { ...own(10, 400), ticketId: "another ticket" };
  const message = { at: at(10), fromMe: false, isHistory: false };
  expect(await placeInThread(ctx, isNew, message, [elsewhere])).toEqual({
    createdAt: at(10),
    isLate: false,
  });
});

test("a message is placed at most one second after the channel's time, and never before it", async () => {
  const moment = fc.tuple(fc.integer({ min: 5, max: 20 }), fc.nat(999), fc.boolean());
  await fc.assert(
    fc.asyncProperty(
      fc.array(moment, { maxLength: 20 }),
      fc.boolean(),
      fc.boolean(),
      async (given, fromMe, isExact) => {
        const known = given
          .map(([second, ms, isOwn]) => (isOwn ? own(second, ms) : theirs(second, ms)))
          .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
        const { createdAt } = await place({ fromMe, isExact }, known);
        const shift = createdAt.getTime() - at(10).getTime();
        expect(shift).toBeGreaterThanOrEqual(0);
        expect(shift).toBeLessThanOrEqual(isExact ? 0 : 1_000);
      },
    ),
    { numRuns: 300 },
  );
});
