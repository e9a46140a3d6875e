import { expect, test } from "vitest";
import type { Changes, ChangesPart, CollectionName, StreamEvent } from "../../contracts/sync.ts";
import type { Actor } from "../../domain/ground/context.ts";
import type { StreamRequest } from "./pull.ts";
import { createStreamChanges } from "./stream-changes.ts";

const actor = { profile: "user", queueIds: [] } as unknown as Actor;
type Answer = { to: number; parts?: Partial<Record<CollectionName, ChangesPart>> } | Error;

/** The changes of a stream that begins at revision 5, with the answers of its pulls in order. */
function given(...answers: Answer[]) {
  const asked: Pick<StreamRequest, "at" | "after">[] = [];
  const events: StreamEvent[] = [];
  const errors: unknown[] = [];
  const changes = createStreamChanges({
    actor: () => actor,
    isBehind: () => false,
    send: (event) => void (event && events.push(event)),
    onError: (error) => void errors.push(error),
    async pullFor(_actor, { scope, at, after }): Promise<Changes> {
      asked.push({ at, after });
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      return { scope, to: [answer?.to ?? 0, "m"], parts: answer?.parts ?? {} };
    },
  });
  changes.begin(5);
  return {
    ...{ asked, events, errors },
    async poke(collection: CollectionName, rev: number, after: number) {
      const before = events.length;
      changes.poke(new Map([[collection, after]]), rev);
      await expect.poll(() => events.length).toBeGreaterThan(before);
    },
  };
}
const part = (id: string, to?: number): ChangesPart => ({ documents: [{ id }], ...(to && { to: [to, "m"] }) });

test("an event continues where the last one of its collection ended, and reads only what was announced since", async () => {
  const { poke, asked, events } = given({ to: 8 }, { to: 20 }, { to: 30 });
  await poke("tickets", 8, 7);
  await poke("threads", 20, 19);
  await poke("tickets", 30, 29);
  expect(asked).toEqual([
    { at: { tickets: [5, null] }, after: { tickets: 7 } },
    { at: { threads: [5, null] }, after: { threads: 19 } },
    { at: { tickets: [8, "m"] }, after: { tickets: 29 } },
  ]);
  expect(events).toMatchObject([{ from: { tickets: 5 } }, { from: { threads: 5 } }, { from: { tickets: 8 } }]);
});

test("of a collection that may be announced late, an event reads all changes since the last one", async () => {
  const { poke, asked } = given({ to: 8 }, { to: 30 });
  await poke("contacts", 8, 7);
  await poke("contacts", 30, 29);
  expect(asked).toEqual([
    { at: { contacts: [5, null] }, after: {} },
    { at: { contacts: [8, "m"] }, after: {} },
  ]);
});

test("after a pull that failed, the next event brings its changes, too", async () => {
  const { poke, asked, events, errors } = given(new Error("no database"), { to: 12, parts: { threads: part("t") } });
  await poke("threads", 8, 7);
  await poke("threads", 12, 11);
  expect(asked[1]).toEqual({ at: { threads: [5, null] }, after: { threads: 7 } });
  expect(events).toMatchObject([
    { type: "poke", collections: ["threads"], rev: 8 },
    { type: "changes", from: { threads: 5 }, to: [12, "m"] },
  ]);
  expect(errors).toHaveLength(1);
});

test("after a part that was cut at its limit, the next event begins at the cut", async () => {
  const { poke, asked } = given({ to: 9, parts: { threads: part("t", 7) } }, { to: 12 }, { to: 20 });
  await poke("threads", 9, 5);
  await poke("threads", 12, 11);
  await poke("threads", 20, 19);
  expect(asked.slice(1)).toEqual([
    { at: { threads: [7, "m"] }, after: { threads: 7 } },
    { at: { threads: [12, "m"] }, after: { threads: 19 } },
  ]);
});

test("an event that is too large for the stream is a poke, and the next one begins after it", async () => {
  const { poke, asked, events } = given({ to: 9, parts: { threads: part("x".repeat(40_000)) } }, { to: 12 });
  await poke("threads", 9, 5);
  await poke("threads", 12, 11);
  expect(events[0]).toEqual({ type: "poke", collections: ["threads"], rev: 9 });
  expect(asked[1]).toEqual({ at: { threads: [9, "m"] }, after: { threads: 11 } });
});
