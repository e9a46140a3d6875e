import { and, eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { progressBits } from "../../../contracts/marketing/campaigns.ts";
import { schema } from "../../../db/index.ts";
import { givenCompany, testDatabase } from "../../../db/testing/given.ts";
import { givenConnection } from "../../../db/testing/given-chat.ts";
import { deleteConnection } from "../../desk/connections/index.ts";
import { acting, atDesk } from "../../testing.ts";
import { campaignWork } from "./campaign-work.ts";
import { changeCampaign, exportRecipients, leaveConnections, listRecipients, reportCampaign } from "./index.ts";
import { allowCampaigns, campaignInput, givenList, restartConfirmed } from "./testing/given-campaign.ts";
import { givenRunning, MONDAY } from "./testing/given-running.ts";

const { campaigns, connections } = schema;

let desk: Awaited<ReturnType<typeof givenCompany>>;
let companyId: string;
beforeAll(async () => {
  desk = await givenCompany();
  companyId = desk.companyId;
  await allowCampaigns(companyId, true);
});

const text = { messages: ["Oi {nome}", "", "", "", ""], confirmationMessages: ["", "", "", "", ""] };
const remove = (id: string) => acting(desk.admin, (ctx) => deleteConnection(ctx, id));
const leave = (id: string) => atDesk(companyId, (ctx) => leaveConnections(ctx, id), MONDAY);
const report = (id: string) => acting(desk.admin, (ctx) => reportCampaign(ctx, id), MONDAY);
const rename = (id: string, name: string) =>
  atDesk(companyId, ({ db }) =>
    db
      .update(connections)
      .set({ name })
      .where(and(eq(connections.companyId, companyId), eq(connections.id, id))),
  );
const kindsOf = async (campaignId: string) =>
  (await campaignWork(testDatabase().platform, MONDAY))
    .filter((item) => item.campaignId === campaignId)
    .map(({ kind }) => kind);
const statusOf = (id: string) =>
  atDesk(companyId, async ({ db }) => {
    const [row] = await db
      .select({ status: campaigns.status, reason: campaigns.reason })
      .from(campaigns)
      .where(and(eq(campaigns.companyId, companyId), eq(campaigns.id, id)));
    return row;
  });

test("recipients of a deleted connection move to the others; its messages that were not sent fail", async () => {
  const [gone, kept] = [await givenConnection(companyId), await givenConnection(companyId)];
  await rename(gone, "Loja antiga");
  const campaign = await givenRunning({
    ...{ companyId, connectionIds: [gone, kept], campaign: text },
    recipients: [
      {},
      { connectionId: gone },
      { connectionId: gone, state: "confirmed", progress: progressBits.asked | progressBits.confirmed },
      { connectionId: gone, kind: "facebook", matchKey: "fb-1" },
      {},
      { connectionId: kept },
    ],
  });
  expect(await campaign.send(gone)).toBe("sent");
  expect((await campaign.recipients()).map(({ state }) => state)).toEqual([
    ...["waiting", "waiting", "sent", "waiting", "waiting", "waiting"],
  ]);
  await remove(gone);
  expect(await kindsOf(campaign.campaignId)).toContain("leave");
  expect(await leave(campaign.campaignId)).toBe(true);
  const rows = await campaign.recipients();
  expect(rows.map(({ state, reason, connectionId }) => [state, reason, connectionId])).toEqual([
    ["waiting", null, null],
    ["waiting", null, null],
    ["failed", "ERR_NO_WAPP_FOUND", gone],
    // A page's person is reached by that page alone.
    ["excluded", "outsideWindow", gone],
    ["waiting", null, null],
    ["waiting", null, kept],
  ]);
  expect(await kindsOf(campaign.campaignId)).toEqual(["send"]);
  expect(await leave(campaign.campaignId)).toBe(false);

  const { connections: shown, counts } = await report(campaign.campaignId);
  expect(counts).toMatchObject({ total: 6, failed: 1, excluded: 1, queued: 4 });
  expect(shown.map(({ name, isDeleted, sent }) => [name === "Loja antiga", isDeleted, sent])).toEqual([
    [false, false, 0],
    [true, true, 1],
  ]);
  const page = await acting(desk.admin, (ctx) => listRecipients(ctx, campaign.campaignId, {}));
  expect(page.recipients).toHaveLength(6);
  expect(page.recipients[2]).toMatchObject({ state: "failed", connectionName: "Loja antiga" });
  const exported = await acting(desk.admin, (ctx) => exportRecipients(ctx, campaign.campaignId, {}, -1));
  expect(exported[2]?.connectionName).toBe("Loja antiga");
});

test("messages of present connections, and those of other campaigns, do not fail", async () => {
  const [gone, kept] = [await givenConnection(companyId), await givenConnection(companyId)];
  const common = { companyId, connectionIds: [gone, kept], campaign: text, recipients: 2 };
  const [campaign, other] = [await givenRunning(common), await givenRunning(common)];
  expect([await campaign.send(kept), await other.send(gone)]).toEqual(["sent", "sent"]);
  await remove(gone);
  await leave(campaign.campaignId);
  const states = async ({ recipients }: typeof campaign) => (await recipients()).map(({ state }) => state);
  expect([await states(campaign), await states(other)]).toEqual([
    ["sent", "waiting"],
    ["sent", "waiting"],
  ]);
});

test("a confirmed recipient of a deleted connection is sent to over another one", async () => {
  const [gone, kept] = [await givenConnection(companyId), await givenConnection(companyId)];
  const confirmed = { state: "confirmed", progress: progressBits.asked | progressBits.confirmed } as const;
  const campaign = await givenRunning({
    ...{ companyId, connectionIds: [gone, kept], campaign: text },
    recipients: [{ connectionId: gone, ...confirmed }],
  });
  await remove(gone);
  await leave(campaign.campaignId);
  expect(await campaign.send(kept)).toBe("sent");
  expect(await campaign.recipients()).toMatchObject([{ state: "sent", connectionId: kept }]);
});

test("without another connection the campaign is cancelled, and continues over a new one after a restart", async () => {
  const [gone, added] = [await givenConnection(companyId), await givenConnection(companyId)];
  const { id: listId } = await givenList(companyId, []);
  const confirmed = { state: "confirmed", progress: progressBits.asked | progressBits.confirmed } as const;
  const campaign = await givenRunning({
    ...{ companyId, connectionIds: [gone], campaign: { ...text, listId } },
    recipients: [{}, { connectionId: gone }, { connectionId: gone, ...confirmed }],
  });
  await remove(gone);
  expect(await leave(campaign.campaignId)).toBe(true);
  expect(await statusOf(campaign.campaignId)).toEqual({ status: "cancelled", reason: "ERR_CAMPAIGN_INCOMPLETE" });
  expect((await campaign.recipients()).map(({ state }) => state)).toEqual(["waiting", "waiting", "confirmed"]);
  expect(await leave(campaign.campaignId)).toBe(false);

  const input = campaignInput({ listId, connectionIds: [added] });
  await acting(desk.admin, (ctx) => changeCampaign(ctx, campaign.campaignId, input));
  await acting(desk.admin, (ctx) => restartConfirmed(ctx, campaign.campaignId));
  expect((await campaign.recipients()).map(({ state, connectionId }) => [state, connectionId])).toEqual([
    ["waiting", null],
    ["waiting", null],
    ["confirmed", added],
  ]);
  const deleted = (await report(campaign.campaignId)).connections.filter(({ isDeleted }) => isDeleted);
  expect(deleted.map(({ id }) => id)).toEqual([gone]);
});

test("recipients for any number are excluded when only a page is left", async () => {
  const gone = await givenConnection(companyId);
  const page = await givenConnection(companyId, { channel: "facebook" });
  const campaign = await givenRunning({ companyId, connectionIds: [gone, page], campaign: text, recipients: 2 });
  await remove(gone);
  await leave(campaign.campaignId);
  expect((await campaign.recipients()).map(({ reason }) => reason)).toEqual(["outsideWindow", "outsideWindow"]);
  expect(await kindsOf(campaign.campaignId)).toEqual(["finish"]);
});
