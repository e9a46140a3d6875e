import { and, asc, eq, sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { DomainError } from "../../../../contracts/domain-error.ts";
import { randomOfTest } from "../../../../contracts/testing/random.ts";
import { isTransientDbError, schema } from "../../../../db/index.ts";
import { givenCompany } from "../../../../db/testing/given.ts";
import { givenConnection } from "../../../../db/testing/given-chat.ts";
import { takeReply } from "../../../desk/campaign-answers/index.ts";
import { optOut } from "../../../desk/consent/index.ts";
import { deleteContact, lockContacts, mergeContacts } from "../../../desk/contacts/index.ts";
import { acting, atDesk } from "../../../testing.ts";
import { createCampaign } from "../create-campaign.ts";
import { cancelCampaign, deleteCampaign, resendFailed, sendNextRecipient } from "../index.ts";
import {
  allowCampaigns,
  campaignInput,
  givenList,
  restartConfirmed,
  startConfirmed,
} from "../testing/given-campaign.ts";
import { givenRunning, MONDAY } from "../testing/given-running.ts";
import { recipientGroups } from "./recipient-counts.ts";

const { campaignCounts, campaignRecipients: recipients, campaigns, messages } = schema;

const WORKERS = 6;
const ACTIONS = 40;

let desk: Awaited<ReturnType<typeof givenCompany>>;
let companyId: string;
let shops: string[];
beforeAll(async () => {
  desk = await givenCompany();
  companyId = desk.companyId;
  await allowCampaigns(companyId, true);
  shops = [desk.connection.id, await givenConnection(companyId), await givenConnection(companyId)];
});

const groupColumns = {
  state: recipients.state,
  reason: recipients.reason,
  progress: recipients.progress,
  variant: recipients.variant,
  connectionId: recipients.connectionId,
};
/** The counts by the plain statement that the counters replace. */
const grouped = (campaignId: string) =>
  atDesk(companyId, ({ db }) =>
    db
      .select({ campaignId: recipients.campaignId, ...groupColumns, count: sql<number>`count(*)::int` })
      .from(recipients)
      .where(and(eq(recipients.companyId, companyId), eq(recipients.campaignId, campaignId)))
      .groupBy(recipients.campaignId, ...Object.values(groupColumns)),
  );
const counted = async (campaignId: string) =>
  (await atDesk(companyId, (ctx) => recipientGroups(ctx, [campaignId]))).get(campaignId) ?? [];
const sorted = (groups: readonly object[]) =>
  groups.map((group) => JSON.stringify(Object.entries(group).sort())).sort();
const rowsOf = (campaignId: string) =>
  atDesk(companyId, ({ db }) => db.$count(campaignCounts, eq(campaignCounts.campaignId, campaignId)));

const random = randomOfTest();
const { pick } = random;

/** Verbs that change recipients, each in a transaction of its own. */
function actionsOn(campaignIds: readonly string[]) {
  let seconds = 0;
  const change = <T>(work: Parameters<typeof atDesk<T>>[1]) =>
    atDesk(companyId, work, new Date(MONDAY.getTime() + 1_000 * seconds++));
  const someContact = () =>
    change(async ({ db }) => {
      const [row] = await db
        .select({ id: recipients.contactId })
        .from(recipients)
        .where(sql`company_id = ${companyId} and campaign_id = ${pick(campaignIds)} and contact_id is not null`)
        .orderBy(sql`random()`)
        .limit(1);
      return row?.id ?? null;
    });
  /** A batch of receipts, as the connector stores it. */
  const receipts = (set: Partial<typeof messages.$inferInsert>, most: number) =>
    change(async ({ db }) => {
      const some = await db
        .select({ id: messages.id })
        .from(messages)
        .where(and(eq(messages.companyId, companyId), eq(messages.campaignId, pick(campaignIds))))
        .orderBy(sql`random()`)
        .limit(most);
      for (const { id } of some.sort((a, b) => a.id.localeCompare(b.id)))
        await db
          .update(messages)
          .set({ sendAfter: null, ...set })
          .where(and(eq(messages.companyId, companyId), eq(messages.id, id)));
    });
  const send = () =>
    change((ctx) =>
      sendNextRecipient(ctx, { campaignId: pick(campaignIds), connectionId: pick(shops) }, { minPauseOf: () => 0 }),
    );
  const deliver = () => receipts({ ack: pick([1, 2, 3]), errorCode: null }, 3);
  const rare = {
    failure: () => receipts({ errorCode: "ERR_SENDING_WAPP_MSG" }, 1),
    async reply() {
      const [row] = await change(({ db }) =>
        db.select({ id: recipients.id }).from(recipients).where(eq(recipients.state, "delivered")).limit(1),
      );
      if (row) await change((ctx) => takeReply(ctx, row.id));
    },
    async optOut() {
      const id = await someContact();
      const cause = { source: "message", wording: "SAIR", messageId: null, campaignId: null } as const;
      if (id) await change((ctx) => optOut(ctx, id, cause as never));
    },
    async merge() {
      const [a, b] = [await someContact(), await someContact()];
      if (!a || !b || a === b) return;
      await change(async (ctx) => {
        const [one, two] = await lockContacts(ctx, [a, b].sort() as [string, string]);
        if (one && two && one.id !== two.id) await mergeContacts(ctx, one, two);
      });
    },
    async removeContact() {
      const id = await someContact();
      if (id) await acting(desk.admin, (ctx) => deleteContact(ctx, id));
    },
    cancel: () => acting(desk.admin, (ctx) => cancelCampaign(ctx, pick(campaignIds))),
    restart: () => acting(desk.admin, (ctx) => restartConfirmed(ctx, pick(campaignIds))),
    resend: () => acting(desk.admin, (ctx) => resendFailed(ctx, pick(campaignIds))),
  };
  const { cancel, restart, ...early } = rare;
  // Most of the changes are messages and their receipts. A campaign is cancelled only after some of them.
  return (mayCancel: boolean) =>
    random.chance(0.7) ? pick([send, deliver])() : pick(Object.values(mayCancel ? rare : early))();
}

test("the counters are the counts of the rows, after a random mix of concurrent writers", async () => {
  const { id: listId } = await givenList(companyId, []);
  const given = () =>
    givenRunning({
      ...{ companyId, connectionIds: shops, recipients: 60, frozen: { messageInterval: 0 } },
      campaign: { messages: ["Oi {nome}", "", "", "", ""], confirmationMessages: ["", "", "", "", ""], listId },
    });
  const ids = [(await given()).campaignId, (await given()).campaignId];
  const act = actionsOn(ids);
  const work = async () => {
    for (let at = 0; at < ACTIONS; at++)
      await act(at > ACTIONS / 2).catch((error: unknown) => {
        // A step that the campaign's state does not allow, a contact that is gone, or a deadlock, which doors retry.
        if (!(error instanceof DomainError || isTransientDbError(error))) throw error;
      });
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
  for (const id of ids) expect(sorted(await counted(id))).toEqual(sorted(await grouped(id)));
  const states = new Set((await Promise.all(ids.map(counted))).flat().map(({ state }) => state));
  expect(states.size).toBeGreaterThan(3);
});

test("a start counts its audience, and changes are merged into few rows", async () => {
  const people = Array.from({ length: 30 }, (_, place) => ({ number: `55319${60_000_000 + place}` }));
  const list = await givenList(companyId, people);
  const input = campaignInput({ listId: list.id, connectionIds: [shops[0] ?? ""] });
  const { id } = await acting(desk.admin, (ctx) => createCampaign(ctx, input));
  await acting(desk.admin, (ctx) => startConfirmed(ctx, id));
  expect(sorted(await counted(id))).toEqual(sorted(await grouped(id)));
  let most = 0;
  let hasShrunk = false;
  // One statement in fifty merges: 1,000 statements without any would be no chance.
  for (let at = 0; at < 1_000 && !hasShrunk; at++) {
    const before = await rowsOf(id);
    most = Math.max(most, before);
    await atDesk(companyId, ({ db }) =>
      db
        .update(recipients)
        .set({ progress: at % 60 })
        .where(and(eq(recipients.companyId, companyId), eq(recipients.campaignId, id), eq(recipients.position, 1))),
    );
    hasShrunk = (await rowsOf(id)) < before;
  }
  expect([hasShrunk, most < 500]).toEqual([true, true]);
  expect(sorted(await counted(id))).toEqual(sorted(await grouped(id)));
});

test("a deleted campaign leaves no counters, and a start that is refused none that count", async () => {
  const { campaignId } = await givenRunning({ companyId, connectionIds: shops, recipients: 3 });
  const of = and(eq(recipients.companyId, companyId), eq(recipients.campaignId, campaignId));
  const [first] = await atDesk(companyId, ({ db }) =>
    db.select({ id: recipients.id }).from(recipients).where(of).orderBy(asc(recipients.position)).limit(1),
  );
  await atDesk(companyId, ({ db }) => db.delete(recipients).where(and(of, eq(recipients.id, first?.id ?? ""))));
  expect(await counted(campaignId)).toMatchObject([{ state: "waiting", count: 2 }]);
  await atDesk(companyId, ({ db }) => db.delete(recipients).where(of));
  expect(await counted(campaignId)).toEqual([]);

  const other = await givenRunning({ companyId, connectionIds: shops, recipients: 3 });
  expect(await rowsOf(other.campaignId)).toBeGreaterThan(0);
  await atDesk(companyId, ({ db }) =>
    db
      .update(campaigns)
      .set({ status: "finished" })
      .where(and(eq(campaigns.companyId, companyId), eq(campaigns.id, other.campaignId))),
  );
  await acting(desk.admin, (ctx) => deleteCampaign(ctx, other.campaignId));
  expect(await rowsOf(other.campaignId)).toBe(0);
});
