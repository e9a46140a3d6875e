import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { sizeOf } from "../../../contracts/testing/sizes.ts";
import { schema } from "../../../db/index.ts";
import { givenContact, givenTicket } from "../../../db/testing/given.ts";
import { atDesk } from "../../../domain/testing.ts";
import { type Device, startDevice } from "./device.ts";
import { closeSimulation, goOffline, goOnline, openSimulation, type Seat, userOf } from "./simulation.ts";

/** As in `convergence.test.ts`: `CONVERGENCE_RUNS`, `CONVERGENCE_SEED`, `CONVERGENCE_PATH`. */
const numRuns = sizeOf("CONVERGENCE_RUNS");
const seed = Number(process.env.CONVERGENCE_SEED ?? 4_711);
const path = process.env.CONVERGENCE_PATH;
const RUN_MS = 120_000;
const PATIENCE_MS = 60_000;
const tabs = [0, 1];

/** One user, two devices, two tabs on each, one conversation. */
type Step = { device: number; tab: number; what: "type" | "save" | "share" | "submit" | "link" | "reload" | "pause" };
const weights: Record<Step["what"], number> = { type: 6, save: 5, share: 4, submit: 4, link: 4, reload: 1, pause: 4 };
const anyStep: fc.Arbitrary<Step> = fc.record({
  device: fc.nat(1),
  tab: fc.nat(1),
  what: fc.oneof(
    ...Object.entries(weights).map(([what, weight]) => ({ weight, arbitrary: fc.constant(what as Step["what"]) })),
  ),
});
const anyHistory = fc.record({
  steps: fc.array(anyStep, { minLength: 12, maxLength: 45 }),
  luck: fc.nat(),
  loss: fc.constantFrom(0, 20),
});

let devices: Device[] = [];
beforeAll(async () => {
  devices = await Promise.all([startDevice("memory"), startDevice("dexie"), startDevice("memory")]);
});
afterAll(() => {
  for (const device of devices) device.stop();
});

async function openConversation(luck: number, loss: number) {
  const simulation = await openSimulation(devices, loss, luck);
  const { companyId, queue, connection, ana } = simulation;
  const contact = await givenContact({ companyId, number: "5531988000099", name: "Contato 9" });
  const place = { companyId, contactId: contact.id, connectionId: connection.id, queueId: queue.id, number: 9 };
  const ticket = await givenTicket({ ...place, status: "open", userId: ana.id });
  await simulation.server.notify(companyId);
  const seats = simulation.seats.slice(0, 2).map((seat) => ({ seat, writerId: randomUUID() }));
  const openTabs = async ({ seat, writerId }: { seat: Seat; writerId: string }) => {
    for (const tab of tabs) await seat.device.call("fieldOpen", { tab, ticketId: ticket.id, writerId });
  };
  for (const one of seats) await openTabs(one);
  return { simulation, ticket, seats, openTabs };
}
type Conversation = Awaited<ReturnType<typeof openConversation>>;
type Written = { words: string[]; sent: { id: string; text: string }[] };

async function take(
  { simulation, ticket, seats, openTabs }: Conversation,
  { device, tab, what }: Step,
  written: Written,
) {
  const place = seats[device];
  if (!place) throw new Error("no such device");
  const { seat } = place;
  switch (what) {
    case "type": {
      const words = `p${written.words.length}`;
      written.words.push(words);
      return seat.device.call("fieldType", { tab, words });
    }
    case "save":
      return seat.device.call("fieldSave", { tab });
    case "share":
      return seat.up && seat.device.call("fieldShare", { tab });
    case "submit": {
      const sent = await seat.device.call("fieldSubmit", { tab });
      return sent && written.sent.push(sent);
    }
    case "link":
      return seat.up ? goOffline(seat) : goOnline(seat, simulation.line);
    case "reload": {
      // The device keeps the text that was stored last when two tabs have different ones.
      const { fields } = await seat.device.call("fieldsLook", { ticketId: ticket.id });
      if (new Set(fields.map(({ text }) => text)).size > 1) return;
      const wasUp = seat.up;
      // A page that is hidden stores what waits.
      for (const each of tabs) await seat.device.call("fieldSave", { tab: each });
      goOffline(seat);
      await seat.device.call("reload", { user: await userOf(seat.agent) });
      if (wasUp) await goOnline(seat, simulation.line);
      return openTabs(place);
    }
    case "pause":
      return simulation.server.notify(simulation.companyId);
  }
}

/** Waits until nothing that was sent is a draft anywhere, and every word is in a message or in a draft. */
async function expectTruth({ simulation, ticket, seats }: Conversation, { words, sent }: Written) {
  simulation.line.loss = 0;
  for (const { seat } of seats) await goOnline(seat, simulation.line);
  for (const { seat } of seats) for (const tab of tabs) await seat.device.call("fieldSave", { tab });
  await vi.waitFor(
    async () => {
      await simulation.server.notify(simulation.companyId);
      const seen = await Promise.all(seats.map(({ seat }) => seat.device.call("fieldsLook", { ticketId: ticket.id })));
      expect(seen.map(({ waiting }) => waiting)).toEqual([0, 0]);
      const drafts = seen.flatMap(({ fields, stored, shared }) => [...fields.map(({ text }) => text), stored, shared]);
      const texts = new Set(sent.map(({ text }) => text));
      expect(
        drafts.filter((text) => texts.has(text)),
        "a sent text is a draft",
      ).toEqual([]);
      const present = new Set([...drafts, ...texts].flatMap((text) => text.split(/\s/)));
      expect(
        words.filter((word) => !present.has(word)),
        "a word is lost",
      ).toEqual([]);
    },
    { timeout: PATIENCE_MS, interval: 100 },
  );
  const { messages } = schema;
  const rows = await atDesk(simulation.companyId, (ctx) =>
    ctx.db.select({ id: messages.id }).from(messages).where(eq(messages.ticketId, ticket.id)),
  );
  expect(rows.map(({ id }) => id).toSorted()).toEqual(sent.map(({ id }) => id).toSorted());
  expect(simulation.failures).toEqual([]);
}

test(
  "after random steps in two tabs of two devices no sent text is a draft anywhere, and no typed word is lost",
  async () => {
    await fc.assert(
      fc.asyncProperty(anyHistory, async ({ steps, luck, loss }) => {
        const conversation = await openConversation(luck, loss);
        const written: Written = { words: [], sent: [] };
        try {
          for (const step of steps) await take(conversation, step, written);
          await expectTruth(conversation, written);
        } finally {
          await closeSimulation(conversation.simulation);
        }
      }),
      { numRuns: 3 * numRuns, seed, ...(path ? { path } : {}), endOnFailure: true },
    );
  },
  3 * numRuns * RUN_MS,
);
