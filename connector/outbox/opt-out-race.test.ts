import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { testNow, testTime } from "../../contracts/testing/clock.ts";
import { latency, quietFor } from "../../contracts/testing/latency.ts";
import { randomOfTest } from "../../contracts/testing/random.ts";
import { sizeOf } from "../../contracts/testing/sizes.ts";
import { givenContact, giveTo } from "../../db/testing/given.ts";
import { optOut } from "../../domain/desk/consent/index.ts";
import { givenRunning } from "../../domain/marketing/campaigns/testing/given-running.ts";
import { agentOf } from "../testing/agent-actions.ts";
import {
  givenLinkedConnection,
  openTestEnvironment,
  type TestEnvironment,
  until,
} from "../testing/given-connection.ts";

const PEOPLE = sizeOf("OPT_OUTS");
/** An opt-out follows each message; without one for this long, the campaign may be held up, and the next one comes. */
const LONGEST_PAUSE_MS = 50;
/** The campaign needs about this long for a message. */
const SEND_MS = 20;

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await openTestEnvironment();
  giveTo(environment.database);
  await environment.connector({ jobs: true, campaignPauseMs: 0, pollMs: 50 });
});
afterAll(() => environment.close());

/** Waits until this process, which runs the emulator too, has read what its sockets hold. */
async function quietLoop(): Promise<void> {
  let took = Number.POSITIVE_INFINITY;
  while (took > 15) {
    const since = performance.now();
    await quietFor(10);
    took = performance.now() - since;
  }
}

test(`of ${PEOPLE} recipients who opt out while the campaign runs, none gets a message after the opt-out was stored`, async () => {
  const { company, shop } = await givenLinkedConnection(environment.database, environment.emulator);
  const { companyId, connectionId } = company;
  const people = await Promise.all(
    Array.from({ length: PEOPLE }, async (_, n) => {
      const phone = environment.emulator.createContact({ name: `Pessoa ${n}` });
      return { phone, contact: await givenContact({ companyId, number: phone.phone }) };
    }),
  );
  const got = ({ phone }: (typeof people)[number]) =>
    [...phone.messages.values()]
      .filter(({ fromMe }) => !fromMe)
      .reduce((sum, { receivedCount }) => sum + receivedCount, 0);
  const campaign = await givenRunning({
    companyId,
    connectionIds: [connectionId],
    recipients: people.map(({ contact }) => ({ number: contact.number, contactId: contact.id })),
    frozen: { messageInterval: 0 },
  });
  const all = () => people.reduce((sum, person) => sum + got(person), 0);
  const before = new Map<(typeof people)[number], number>();
  const random = randomOfTest();
  while (before.size < PEOPLE) {
    const [count, since] = [all(), testTime()];
    await vi.waitUntil(() => all() !== count || testTime() - since >= LONGEST_PAUSE_MS, { interval: 1 });
    await latency(random.next() * SEND_MS);
    const left = people.filter((person) => !before.has(person));
    const unreached = left.filter((person) => got(person) === 0);
    // The campaign sends in this order, so one of these is perhaps being handed over.
    const [person] = (unreached.length > 0 ? unreached : left).slice(random.below(3));
    if (!person) continue;
    await company.inside((db) =>
      optOut({ db, companyId, now: testNow() }, person.contact.id, {
        ...{ source: "user", reason: "pediu por telefone", userId: companyId, userName: "Ana" },
      }),
    );
    // Bytes that left before the opt-out may still be on their way to the emulator.
    await quietLoop();
    before.set(person, got(person));
  }
  await until(async () => (await campaign.recipients()).every(({ state }) => state !== "waiting"));
  // Messages that were handed over earlier have arrived when this one has.
  const agent = agentOf(company, environment.dataDir);
  await agent.write(await agent.openTicketWith("5531988885555"), "até logo");
  await until(() => environment.emulator.contact("5531988885555")?.messages.size === 1);
  expect(people.map(got)).toEqual(people.map((person) => before.get(person)));
  const reached = people.filter((person) => got(person) > 0).length;
  // Both sides of the race happened.
  expect([reached > 10, reached < PEOPLE - 10]).toEqual([true, true]);
  const recipients = await campaign.recipients();
  expect(recipients.filter(({ reason }) => reason === "optedOut").length).toBe(PEOPLE - reached);
  expect(shop.companions.size).toBeGreaterThan(0);
}, 120_000);
