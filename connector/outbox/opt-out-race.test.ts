import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { givenContact, giveTo } from "../../db/testing/given.ts";
import { givenRunning } from "../../domain/campaigns/testing/given-running.ts";
import { optOut } from "../../domain/consent/index.ts";
import {
  givenLinkedConnection,
  openTestEnvironment,
  type TestEnvironment,
  until,
} from "../testing/given-connection.ts";

const PEOPLE = 200;
/** The campaign needs about this long. */
const OVER_MS = 6_000;

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await openTestEnvironment();
  giveTo(environment.database);
  await environment.connector({ jobs: true, campaignPauseMs: 0, pollMs: 50 });
});
afterAll(() => environment.close());

test("of 200 recipients who opt out while the campaign runs, none gets a message after the opt-out was stored", async () => {
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
  const before = await Promise.all(
    people.map(async (person) => {
      await pause(Math.random() * OVER_MS);
      await company.inside((db) =>
        optOut({ db, companyId, now: new Date() }, person.contact.id, {
          ...{ source: "user", reason: "pediu por telefone", userId: companyId, userName: "Ana" },
        }),
      );
      // Bytes that left before the opt-out may still be on their way to the emulator.
      await pause(10);
      return got(person);
    }),
  );
  await until(async () => (await campaign.recipients()).every(({ state }) => state !== "waiting"));
  await pause(500);
  expect(people.map(got)).toEqual(before);
  const reached = before.filter((count) => count > 0).length;
  // Both sides of the race happened.
  expect([reached > 10, reached < PEOPLE - 10]).toEqual([true, true]);
  const recipients = await campaign.recipients();
  expect(recipients.filter(({ reason }) => reason === "optedOut").length).toBe(PEOPLE - reached);
  expect(shop.companions.size).toBeGreaterThan(0);
}, 120_000);
