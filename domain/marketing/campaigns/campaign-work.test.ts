import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { CONFIRMATION_MS } from "../../../contracts/marketing/campaigns.ts";
import { givenCompany, givenContact, testDatabase } from "../../../db/testing/given.ts";
import { givenConnection } from "../../../db/testing/given-chat.ts";
import { lockContact } from "../../desk/contacts/index.ts";
import { atDesk } from "../../testing.ts";
import { campaignWork } from "./campaign-work.ts";
import { endUnanswered } from "./end-unanswered.ts";
import { finishCampaign } from "./finish-campaign.ts";
import { lockRecipient } from "./recipients/next-recipient.ts";
import { givenRunning, MONDAY } from "./testing/given-running.ts";

let companyId: string;
beforeAll(async () => {
  companyId = (await givenCompany()).companyId;
});

const later = (ms: number) => new Date(MONDAY.getTime() + ms);
const workOf = async (campaignId: string, now = MONDAY) => {
  const work = await campaignWork(testDatabase().platform, now);
  return work.filter((item) => item.campaignId === campaignId).map(({ kind, dueAt }) => [kind, dueAt]);
};

test("a connection is due at its stored moment while it is up and has somebody to write to", async () => {
  const connectionId = await givenConnection(companyId);
  const campaign = await givenRunning({ companyId, connectionIds: [connectionId], recipients: 2 });
  expect(await workOf(campaign.campaignId)).toEqual([["send", new Date(0)]]);
  await campaign.send();
  expect(await workOf(campaign.campaignId, later(6_999))).toEqual([]);
  // Three seconds ahead, so that a worker sleeps until then.
  expect(await workOf(campaign.campaignId, later(7_000))).toEqual([["send", later(10_000)]]);
  await campaign.send(connectionId, later(10_000));
  expect(await workOf(campaign.campaignId, later(20_000))).toEqual([["finish", later(20_000)]]);
  const down = await givenConnection(companyId, { status: "TIMEOUT" });
  const idle = [
    await givenRunning({ companyId, connectionIds: [down], recipients: 1 }),
    await givenRunning({ companyId, connectionIds: [connectionId], recipients: [{ connectionId: down }] }),
    await givenRunning({ companyId, connectionIds: [connectionId], recipients: 1, campaign: { status: "cancelled" } }),
    await givenRunning({
      companyId,
      connectionIds: [await givenConnection(companyId, { channel: "facebook" })],
      recipients: 1,
    }),
  ];
  for (const { campaignId } of idle) expect(await workOf(campaignId)).toEqual([]);
});

test("a campaign finishes when nobody waits for a message or an answer", async () => {
  const connectionId = await givenConnection(companyId);
  const open = ["waiting", "asked", "confirmed"] as const;
  for (const state of open) {
    const { campaignId } = await givenRunning({
      ...{ companyId, connectionIds: [connectionId] },
      recipients: [{ state: "sent" }, { state, connectionId, askedAt: MONDAY }],
    });
    expect(await atDesk(companyId, (ctx) => finishCampaign(ctx, campaignId))).toBe(false);
  }
  const done = { companyId, connectionIds: [connectionId], recipients: [{ state: "excluded" as const }] };
  const { campaignId } = await givenRunning(done);
  expect(await atDesk(randomUUID(), (ctx) => finishCampaign(ctx, campaignId))).toBe(false);
  expect(await atDesk(companyId, (ctx) => finishCampaign(ctx, campaignId), later(5))).toBe(true);
  expect(await atDesk(companyId, (ctx) => finishCampaign(ctx, campaignId))).toBe(false);
  const cancelled = await givenRunning({ ...done, campaign: { status: "cancelled" } });
  expect(await atDesk(companyId, (ctx) => finishCampaign(ctx, cancelled.campaignId))).toBe(false);
});

test("a question without an answer ends after 72 hours, and an answer in progress counts", async () => {
  const connectionId = await givenConnection(companyId);
  const contact = await givenContact({ companyId });
  const asked = { state: "asked" as const, connectionId, askedAt: MONDAY };
  const campaign = await givenRunning({
    ...{ companyId, connectionIds: [connectionId] },
    recipients: [asked, { ...asked, askedAt: later(1) }, { ...asked, contactId: contact.id }],
  });
  const end = later(CONFIRMATION_MS);
  const stop = () => atDesk(companyId, (ctx) => endUnanswered(ctx, campaign.campaignId), end);
  expect(await workOf(campaign.campaignId, later(CONFIRMATION_MS - 3_001))).toEqual([]);
  expect(await workOf(campaign.campaignId, later(CONFIRMATION_MS - 2_500))).toEqual([["timeout", end]]);
  expect(await atDesk(companyId, (ctx) => endUnanswered(ctx, campaign.campaignId), later(-1))).toBe(false);
  const [, , answering] = await campaign.recipients();
  await atDesk(companyId, async (ctx) => {
    await lockContact(ctx, contact.id);
    if (answering) await lockRecipient(ctx, answering);
    expect(await stop()).toBe(true);
  });
  expect((await campaign.recipients()).map(({ state, reason }) => [state, reason])).toEqual([
    ["excluded", "noAnswer"],
    ["asked", null],
    ["asked", null],
  ]);
  expect(await stop()).toBe(true);
  expect((await campaign.recipients()).map(({ state }) => state)).toEqual(["excluded", "asked", "excluded"]);
  expect(await stop()).toBe(false);
});
