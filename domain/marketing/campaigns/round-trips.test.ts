import { beforeEach, expect, test } from "vitest";
import { openSequencer } from "../../../db/index.ts";
import { countRoundTrips } from "../../../db/testing/count-round-trips.ts";
import { givenCompany, givenContact, givenTicket, testDatabase } from "../../../db/testing/given.ts";
import { givenConnection } from "../../../db/testing/given-chat.ts";
import { givenRunning, MONDAY } from "./testing/given-running.ts";

let companyId: string;
let shop: string;
beforeEach(async () => {
  companyId ??= (await givenCompany()).companyId;
  shop = await givenConnection(companyId);
});

const later = (ms: number) => new Date(MONDAY.getTime() + ms);
/** Sends a campaign's first two messages. Returns the round trips of the second: its transaction, and its revisions. */
async function tripsOf(given: Omit<Parameters<typeof givenRunning>[0], "companyId" | "connectionIds">) {
  const campaign = await givenRunning({ companyId, connectionIds: [shop], ...given });
  expect(await campaign.send()).toBe("sent");
  const sequencer = openSequencer(testDatabase());
  return countRoundTrips(async () => {
    expect(await campaign.send(shop, later(60_000))).toBe("sent");
    await sequencer.run(companyId);
  });
}

async function givenKnown(status: "open" | "closed") {
  const contact = await givenContact({ companyId });
  await givenTicket({ companyId, contactId: contact.id, connectionId: shop, status });
  return { contactId: contact.id, number: contact.number };
}

test("a campaign's message to a contact with a ticket takes six round trips", async () => {
  for (const status of ["open", "closed"] as const) {
    const recipients = [await givenKnown(status), await givenKnown(status)];
    expect(await tripsOf({ recipients }), status).toBeLessThanOrEqual(6);
  }
});

test("a daily limit and values of the ticket add no round trip", async () => {
  const recipients = [await givenKnown("open"), await givenKnown("open")];
  const variants = [{ variant: 1, message: "Oi {{name}}, {{protocol}} de {{queue}}", confirmation: "" }];
  expect(await tripsOf({ recipients, campaign: { dailyLimit: 50 }, frozen: { variants } })).toBeLessThanOrEqual(6);
});

test("a person of a list who becomes a contact takes seven more, for the contact and its closed ticket", async () => {
  expect(await tripsOf({ recipients: 2 })).toBeLessThanOrEqual(13);
});
