import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { CampaignInput, CampaignStatus } from "../../../contracts/marketing/campaigns.ts";
import { campaignStatuses, MIN_PAUSE_MS } from "../../../contracts/marketing/campaigns.ts";
import { testNow, testTime } from "../../../contracts/testing/clock.ts";
import { schema } from "../../../db/index.ts";
import { givenAgent, givenCompany, givenPhoneNumber, testDatabase } from "../../../db/testing/given.ts";
import type { Context } from "../../ground/context.ts";
import { acting, atDesk, refusal } from "../../testing.ts";
import { longestPauseMs } from "./forecast/pace.ts";
import {
  campaignWork,
  cancelCampaign,
  changeCampaign,
  createCampaign,
  deleteCampaign,
  duplicateCampaign,
  getCampaignSettings,
  resendFailed,
  restartCampaign,
  saveCampaignSettings,
  scheduleCampaign,
  setCampaignFile,
  startCampaign,
  startDueCampaign,
} from "./index.ts";
import {
  allowCampaigns,
  campaignInput,
  fiveTexts,
  givenList,
  restartConfirmed,
  startConfirmed,
} from "./testing/given-campaign.ts";

const { campaigns, campaignConnections, campaignRecipients, companies, files } = schema;
const HOUR = 3_600_000;

let company: Awaited<ReturnType<typeof givenCompany>>;
let other: Awaited<ReturnType<typeof givenCompany>>;
let supervisor: Awaited<ReturnType<typeof givenAgent>>;
let listId: string;
beforeAll(async () => {
  company = await givenCompany();
  other = await givenCompany();
  supervisor = await givenAgent({ companyId: company.companyId, profile: "supervisor" });
});
beforeEach(async () => {
  listId = (await givenList(company.companyId, [{ number: givenPhoneNumber() }, { number: givenPhoneNumber() }])).id;
});

const inside = <T>(work: (ctx: Parameters<Parameters<typeof atDesk<T>>[1]>[0]) => Promise<T>) =>
  atDesk(company.companyId, work);
const sendable = (more: Partial<CampaignInput> = {}) =>
  campaignInput({ listId, connectionIds: [company.connection.id], ...more });
const create = (input: CampaignInput = sendable(), now?: Date) =>
  acting(supervisor, (ctx) => createCampaign(ctx, input), now);
const as =
  <T>(verb: (ctx: Context, id: string) => Promise<T>, now?: Date) =>
  (id: string) =>
    acting(supervisor, (ctx) => verb(ctx, id), now);
const stored = async (id: string) => {
  const [row] = await inside(({ db }) => db.select().from(campaigns).where(eq(campaigns.id, id)));
  if (!row) throw new Error("no campaign");
  return row;
};
const recipientsOf = (id: string) =>
  inside(({ db }) =>
    db
      .select()
      .from(campaignRecipients)
      .where(eq(campaignRecipients.campaignId, id))
      .orderBy(campaignRecipients.position),
  );
const connectionIdsOf = async (id: string) =>
  (
    await inside(({ db }) =>
      db
        .select()
        .from(campaignConnections)
        .where(eq(campaignConnections.campaignId, id))
        .orderBy(campaignConnections.position),
    )
  ).map((row) => row.connectionId);
/** Sets the status, and the columns that come with it, without a verb. */
const putInto = async (id: string, status: CampaignStatus, more: Partial<typeof campaigns.$inferInsert> = {}) => {
  await inside(({ db }) =>
    db
      .update(campaigns)
      .set({ status, ...more })
      .where(eq(campaigns.id, id)),
  );
};

const verbs: Record<string, (ctx: Context, id: string) => Promise<unknown>> = {
  change: (ctx, id) => changeCampaign(ctx, id, campaignInput()),
  delete: deleteCampaign,
  duplicate: duplicateCampaign,
  "set the file": (ctx, id) => setCampaignFile(ctx, id, null),
  start: startConfirmed,
  schedule: (ctx, id) => scheduleCampaign(ctx, id, { sentAt: null }),
  cancel: cancelCampaign,
  restart: restartConfirmed,
  resend: resendFailed,
};

describe.each(Object.entries(verbs))("%s", (_name, verb) => {
  test("is refused to agents, for another company's campaign and without campaigns", async () => {
    const { id } = await create();
    const code = async (work: Promise<unknown>) => (await refusal(work)).code;
    expect(await code(acting(company.ana, (ctx) => verb(ctx, id)))).toBe("ERR_NO_PERMISSION");
    expect(await code(acting(other.admin, (ctx) => verb(ctx, id)))).toBe("ERR_NO_CAMPAIGN_FOUND");
    await allowCampaigns(company.companyId, false);
    expect(await code(acting(supervisor, (ctx) => verb(ctx, id)))).toBe("ERR_CAMPAIGNS_DISABLED");
    await allowCampaigns(company.companyId, true);
    expect((await stored(id)).status).toBe("inactive");
  });
});

test("create, settings: refused to agents and without campaigns", async () => {
  const calls: ((ctx: Context) => Promise<unknown>)[] = [
    (ctx: Context) => createCampaign(ctx, sendable()),
    getCampaignSettings,
    (ctx: Context) =>
      saveCampaignSettings(ctx, { messageInterval: 5, longerIntervalAfter: 0, greaterInterval: 0, variables: [] }),
  ];
  for (const call of calls) {
    expect((await refusal(acting(company.ana, call))).code).toBe("ERR_NO_PERMISSION");
    await allowCampaigns(company.companyId, false);
    expect((await refusal(acting(supervisor, call))).code).toBe("ERR_CAMPAIGNS_DISABLED");
    await allowCampaigns(company.companyId, true);
  }
});

describe("settings", () => {
  test("are the usual ones until they are stored, and each company has its own", async () => {
    const usual = { messageInterval: 20, longerIntervalAfter: 20, greaterInterval: 60, variables: [] };
    expect(await acting(other.admin, getCampaignSettings)).toEqual(usual);
    const wanted = {
      messageInterval: 5 as const,
      longerIntervalAfter: 10 as const,
      greaterInterval: 30 as const,
      variables: [{ key: "cupom", value: "A" }],
    };
    for (const value of ["A", "B"]) {
      const settings = { ...wanted, variables: [{ key: "cupom", value }] };
      await acting(supervisor, (ctx) => saveCampaignSettings(ctx, settings));
      expect(await acting(company.admin, getCampaignSettings)).toEqual(settings);
    }
    expect(await acting(other.admin, getCampaignSettings)).toEqual(usual);
  });
});

describe("create", () => {
  test("stores a draft with only a name as inactive", async () => {
    const made = await create(campaignInput({ messages: fiveTexts() }));
    expect(await stored(made.id)).toMatchObject({ name: "Volta às aulas", status: "inactive", scheduledAt: null });
    expect(await connectionIdsOf(made.id)).toEqual([]);
  });

  test("stores every field, and with a start time it is scheduled in the company's time zone", async () => {
    const input = sendable({
      scheduledAt: "2030-05-04T09:30",
      dailyLimit: 200,
      replyQueueId: company.queue.id,
      window: { days: [1, 7], start: "09:00", end: "10:00" },
    });
    const made = await create(input);
    const { connectionIds, scheduledAt: _, awaitsConfirmation: __, sentAt: ___, ...fields } = input;
    expect(await stored(made.id)).toMatchObject({
      ...fields,
      status: "scheduled",
      scheduledAt: new Date("2030-05-04T12:30:00Z"),
    });
    expect(await connectionIdsOf(made.id)).toEqual(connectionIds);
  });

  test("refuses parts that do not exist in the company", async () => {
    const foreign = await givenList(other.companyId, []);
    const refused = async (more: Partial<CampaignInput>) => (await refusal(create(sendable(more)))).code;
    expect(await refused({ listId: foreign.id })).toBe("ERR_NO_CONTACT_LIST_FOUND");
    expect(await refused({ tagId: randomUUID() })).toBe("ERR_NO_TAG_FOUND");
    expect(await refused({ replyQueueId: other.queue.id })).toBe("ERR_NO_QUEUE_FOUND");
    expect(await refused({ connectionIds: [company.connection.id, other.connection.id] })).toBe("ERR_NO_WAPP_FOUND");
  });

  test.each<[string, Partial<CampaignInput>, string[]]>([
    ["a message", { messages: fiveTexts(" ") }, ["messages"]],
    ["a list or tag", { listId: null }, ["audience"]],
    ["a connection", { connectionIds: [] }, ["connections"]],
    ["a confirmation question", { confirmation: true }, ["confirmationMessages"]],
    [
      "everything",
      { messages: fiveTexts(), listId: null, connectionIds: [], confirmation: true },
      ["messages", "audience", "connections", "confirmationMessages"],
    ],
  ])("scheduling and starting without %s are refused", async (_what, more, fields) => {
    const expected = { code: "ERR_CAMPAIGN_INCOMPLETE", details: { fields } };
    expect(await refusal(create(sendable({ ...more, scheduledAt: "2030-05-04T09:30" })))).toEqual(expected);
    const draft = await create(sendable(more));
    expect(await refusal(as(startConfirmed)(draft.id))).toEqual(expected);
    expect(await recipientsOf(draft.id)).toEqual([]);
  });

  test("a placeholder that nothing fills is named, in a message and in a question", async () => {
    const refused = (more: Partial<CampaignInput>) =>
      refusal(create(sendable({ ...more, scheduledAt: "2030-05-04T09:30" })));
    expect(await refused({ messages: fiveTexts("Oi {nome}", "Use {desconto}") })).toEqual({
      code: "ERR_CAMPAIGN_VARIABLE",
      details: { variable: "{desconto}" },
    });
    const asking = { confirmation: true, confirmationMessages: fiveTexts("Quer {{brinde}}?") };
    expect((await refused(asking)).details).toEqual({ variable: "{{brinde}}" });
    // Without confirmation the question is not sent.
    expect((await create(sendable({ ...asking, confirmation: false, scheduledAt: "2030-05-04T09:30" }))).status).toBe(
      "scheduled",
    );
  });

  test.each([60_000, 23 * HOUR, 24 * HOUR + 60_000, 365 * 24 * HOUR])(
    "a start time %i ms ago is refused, with and without a confirmation",
    async (ms) => {
      const scheduledAt = new Date(testTime() - ms).toISOString();
      for (const awaitsConfirmation of [true, false])
        expect((await refusal(create(sendable({ scheduledAt, awaitsConfirmation })))).code).toBe(
          "ERR_CAMPAIGN_NOT_FUTURE",
        );
    },
  );

  test("a start time that passed while the request was on its way is accepted for two minutes", async () => {
    const now = new Date("2030-05-04T12:00:00Z");
    const ago = (ms: number) => new Date(now.getTime() - ms).toISOString();
    const sent = (scheduledAt: string, sentAt: string) => create(sendable({ scheduledAt, sentAt }), now);
    expect((await sent(ago(5_000), ago(6_000))).status).toBe("scheduled");
    const code = async (scheduledAt: string, sentAt: string) => (await refusal(sent(scheduledAt, sentAt))).code;
    expect(await code(ago(5_000), ago(4_000))).toBe("ERR_CAMPAIGN_NOT_FUTURE");
    expect(await code(ago(121_000), ago(122_000))).toBe("ERR_CAMPAIGN_NOT_FUTURE");
    expect(await code(ago(5_000), ago(-60_000))).toBe("ERR_CAMPAIGN_NOT_FUTURE");
  });

  test("a local time is past or not in the company's time zone, also in a repeated hour", async () => {
    const away = await givenCompany();
    await atDesk(away.companyId, (ctx) =>
      ctx.db.update(companies).set({ timeZone: "America/New_York" }).where(eq(companies.id, away.companyId)),
    );
    await allowCampaigns(away.companyId, true);
    const list = await givenList(away.companyId, [{ number: givenPhoneNumber() }]);
    const scheduled = (scheduledAt: string, now: string) =>
      acting(
        away.admin,
        (ctx) =>
          createCampaign(ctx, campaignInput({ listId: list.id, connectionIds: [away.connection.id], scheduledAt })),
        new Date(now),
      );
    expect((await scheduled("2026-11-01T01:30", "2026-11-01T05:45:00Z")).status).toBe("scheduled");
    expect((await refusal(scheduled("2026-11-01T01:30", "2026-11-01T06:31:00Z"))).code).toBe("ERR_CAMPAIGN_NOT_FUTURE");
    // 2:30 does not exist on that day: it is 3:30.
    expect((await scheduled("2026-03-08T02:30", "2026-03-08T07:15:00Z")).status).toBe("scheduled");
    expect((await refusal(scheduled("2026-03-08T02:30", "2026-03-08T07:31:00Z"))).code).toBe("ERR_CAMPAIGN_NOT_FUTURE");
  });
});

describe("confirmation", () => {
  const schedule = (id: string, now?: Date) =>
    acting(supervisor, (ctx) => scheduleCampaign(ctx, id, { sentAt: null }), now);
  const unconfirmed = { isConfirmed: false };

  test("a first start without a confirmation is refused, and nobody is written to", async () => {
    const { id } = await create();
    expect(await refusal(acting(supervisor, (ctx) => startCampaign(ctx, id, unconfirmed)))).toEqual({
      code: "ERR_CAMPAIGN_NOT_CONFIRMED",
      details: { field: "confirm" },
    });
    await putInto(id, "cancelled", { reason: "ERR_CAMPAIGN_TOO_LATE" });
    expect((await refusal(acting(supervisor, (ctx) => restartCampaign(ctx, id, unconfirmed)))).code).toBe(
      "ERR_CAMPAIGN_NOT_CONFIRMED",
    );
    expect(await recipientsOf(id)).toEqual([]);
  });

  test("every caller of a start and of a restart states the confirmation", () => {
    const calls = [
      // @ts-expect-error Without a default value no door can leave it out.
      (ctx: Context) => startCampaign(ctx, ""),
      // @ts-expect-error The same.
      (ctx: Context) => restartCampaign(ctx, ""),
    ];
    expect(calls).toHaveLength(2);
  });

  test("one that has started goes on without another confirmation", async () => {
    const { id } = await create();
    await as(startConfirmed)(id);
    await as(cancelCampaign)(id);
    expect((await acting(supervisor, (ctx) => restartCampaign(ctx, id, unconfirmed))).status).toBe("running");
  });

  test("a planned start waits for its confirmation, and does not start by itself", async () => {
    const scheduledAt = new Date(testTime() + 2 * HOUR);
    const { id } = await create(sendable({ scheduledAt: scheduledAt.toISOString(), awaitsConfirmation: true }));
    expect(await stored(id)).toMatchObject({ status: "inactive", scheduledAt, needsReview: false });
    const due = new Date(scheduledAt.getTime() + 1_000);
    expect(await atDesk(company.companyId, (ctx) => startDueCampaign(ctx, id), due)).toBe(false);
    expect((await refusal(schedule(id, due))).code).toBe("ERR_CAMPAIGN_NOT_FUTURE");
    expect((await schedule(id)).status).toBe("scheduled");
    expect(await atDesk(company.companyId, (ctx) => startDueCampaign(ctx, id), due)).toBe(true);
  });

  test("without a planned time, or with nothing to send, it is not scheduled", async () => {
    const { id } = await create();
    expect(await refusal(schedule(id))).toEqual({
      code: "ERR_CAMPAIGN_INCOMPLETE",
      details: { fields: ["scheduledAt"] },
    });
    await putInto(id, "inactive", { scheduledAt: new Date(testTime() + HOUR), messages: fiveTexts() });
    expect((await refusal(schedule(id))).details).toEqual({ fields: ["messages"] });
  });

  test("other texts keep a confirmed schedule; another audience or time awaits a confirmation again", async () => {
    const scheduledAt = new Date(testTime() + 5 * HOUR).toISOString();
    const planned = (more: Partial<CampaignInput> = {}) => sendable({ scheduledAt, awaitsConfirmation: true, ...more });
    const change = (id: string, input: CampaignInput) => acting(supervisor, (ctx) => changeCampaign(ctx, id, input));
    const { id } = await create(planned());
    await schedule(id);
    expect((await change(id, planned({ messages: fiveTexts("Outro texto") }))).status).toBe("scheduled");
    const later = new Date(testTime() + 6 * HOUR).toISOString();
    const another = await givenList(company.companyId, [{ number: givenPhoneNumber() }]);
    for (const more of [{ scheduledAt: later }, { listId: another.id }]) {
      expect((await change(id, planned(more))).status).toBe("inactive");
      await schedule(id);
    }
  });

  test("one scheduled by HTTP is scheduled at once, the admins get a mail, and it needs a review", async () => {
    const scheduledAt = new Date(testTime() + 2 * HOUR).toISOString();
    const mails = () =>
      inside(({ db }) =>
        db.execute<{ to: string; template: string }>(sql`select data->>'to' as "to", data->>'template' as template
          from pgboss.job where name = 'mail.send' and data->>'companyId' = ${company.companyId}`),
      );
    const known = (await mails()).length;
    const [{ email: adminEmail } = { email: "" }] = await inside(({ db }) =>
      db.select({ email: schema.users.email }).from(schema.users).where(eq(schema.users.id, company.admin.id)),
    );
    const { id } = await create(sendable({ scheduledAt }));
    expect(await stored(id)).toMatchObject({ status: "scheduled", needsReview: true });
    expect((await mails()).slice(known)).toEqual([{ to: adminEmail, template: "campaignScheduled" }]);
    await acting(supervisor, (ctx) => changeCampaign(ctx, id, sendable({ scheduledAt, name: "Igual" })));
    expect(await mails()).toHaveLength(known + 1);
    expect(await stored(id)).toMatchObject({ name: "Igual", needsReview: true });
    await schedule(id);
    expect(await stored(id)).toMatchObject({ status: "scheduled", needsReview: false });
  });
});

describe("change", () => {
  const change = (id: string, input: CampaignInput, now?: Date) =>
    acting(supervisor, (ctx) => changeCampaign(ctx, id, input), now);

  test("replaces every field, and a connection that stays keeps its pace", async () => {
    const { id } = await create();
    const nextSendAt = new Date("2031-01-01T00:00:00Z");
    await inside(({ db }) =>
      db.update(campaignConnections).set({ nextSendAt, sentInRow: 7 }).where(eq(campaignConnections.campaignId, id)),
    );
    const input = sendable({ name: "Outro nome", messages: fiveTexts("a", "b"), dailyLimit: 5 });
    expect(await change(id, input)).toMatchObject({ name: "Outro nome", dailyLimit: 5, status: "inactive" });
    const [kept] = await inside(({ db }) =>
      db.select().from(campaignConnections).where(eq(campaignConnections.campaignId, id)),
    );
    expect(kept).toMatchObject({ nextSendAt, sentInRow: 7 });
    await change(id, { ...input, connectionIds: [] });
    expect(await connectionIdsOf(id)).toEqual([]);
  });

  test("with a start time it becomes scheduled, without one inactive again", async () => {
    const { id } = await create();
    expect((await change(id, sendable({ scheduledAt: "2030-05-04T09:30" }))).status).toBe("scheduled");
    expect(await change(id, sendable())).toMatchObject({ status: "inactive", scheduledAt: null });
  });

  test("a scheduled one cannot be changed within its last hour, only unscheduled", async () => {
    const at = new Date("2030-05-04T12:30:00Z");
    const ahead = (ms: number) => new Date(at.getTime() - ms);
    const { id } = await create(sendable({ scheduledAt: at.toISOString() }));
    const later = sendable({ name: "Mais tarde", scheduledAt: "2030-05-05T09:30" });
    expect(await refusal(change(id, later, ahead(HOUR)))).toEqual({
      code: "ERR_CAMPAIGN_STATE",
      details: { from: "scheduled", to: "inactive" },
    });
    expect((await change(id, sendable({ name: "Antes", scheduledAt: at.toISOString() }), ahead(HOUR + 1))).name).toBe(
      "Antes",
    );
    const unscheduled = await change(id, sendable({ name: "Parada" }), ahead(1));
    expect(unscheduled).toMatchObject({ status: "inactive", scheduledAt: null, name: "Antes" });
  });

  test("parts that the campaign already has may be gone, new ones may not", async () => {
    const { id } = await create();
    await inside(({ db }) => db.delete(schema.contactLists).where(eq(schema.contactLists.id, listId)));
    expect((await change(id, sendable({ name: "Sem lista" }))).name).toBe("Sem lista");
    expect((await refusal(change(id, sendable({ listId: randomUUID() })))).code).toBe("ERR_NO_CONTACT_LIST_FOUND");
  });

  test("one that has started keeps its list, tag and start; its texts can be corrected", async () => {
    const { id } = await create();
    await as(startConfirmed)(id);
    await as(cancelCampaign)(id);
    const another = await givenList(company.companyId, []);
    const input = sendable({ listId: another.id, scheduledAt: "2030-05-04T09:30", messages: fiveTexts("Novo") });
    expect(await change(id, input)).toMatchObject({
      status: "cancelled",
      listId,
      scheduledAt: null,
      messages: fiveTexts("Novo"),
    });
  });

  test("one that was cancelled because it was too late gets a new start time", async () => {
    const at = new Date(testTime() + HOUR).toISOString();
    const { id } = await create(sendable({ scheduledAt: at }));
    const longAfter = new Date(testTime() + 30 * HOUR);
    expect(await atDesk(company.companyId, (ctx) => startDueCampaign(ctx, id), longAfter)).toBe(true);
    expect(await change(id, sendable({ name: "Mesma hora", scheduledAt: at }), longAfter)).toMatchObject({
      status: "cancelled",
      name: "Mesma hora",
      reason: "ERR_CAMPAIGN_TOO_LATE",
    });
    const again = sendable({ scheduledAt: "2032-05-04T09:30" });
    expect(await change(id, again, longAfter)).toMatchObject({ status: "scheduled", reason: null });
    await putInto(id, "cancelled");
    expect(await change(id, sendable(), longAfter)).toMatchObject({ status: "inactive", scheduledAt: null });
  });
});

describe("duplicate", () => {
  test("copies fields and connections as a new inactive campaign without start and recipients", async () => {
    const { id } = await create(sendable({ name: "x".repeat(50), scheduledAt: "2030-05-04T09:30", dailyLimit: 9 }));
    await putInto(id, "finished", { startedAt: testNow() });
    const copy = await as(duplicateCampaign)(id);
    expect(copy).toMatchObject({ status: "inactive", scheduledAt: null, startedAt: null, listId, dailyLimit: 9 });
    expect(copy.name).toBe(`${"x".repeat(42)} (cópia)`);
    expect(await connectionIdsOf(copy.id)).toEqual([company.connection.id]);
    expect(await recipientsOf(copy.id)).toEqual([]);
  });
});

test("set the file: attaches one's own upload, refuses an unknown one and a running campaign, and removes it", async () => {
  const { id } = await create();
  const { companyId } = company;
  const fileId = randomUUID();
  const file = { companyId, id: fileId, name: "a.pdf", size: 1, sha256: "0", isComplete: true, userId: supervisor.id };
  await inside(({ db }) => db.insert(files).values(file));
  const set = (file: string | null) => acting(supervisor, (ctx) => setCampaignFile(ctx, id, file));
  expect((await set(fileId)).fileId).toBe(fileId);
  expect((await refusal(set(randomUUID()))).code).toBe("ERR_NO_FILE_FOUND");
  expect((await as(duplicateCampaign)(id)).fileId).toBe(fileId);
  await putInto(id, "running");
  expect((await refusal(set(null))).code).toBe("ERR_CAMPAIGN_STATE");
  await putInto(id, "inactive");
  expect((await set(null)).fileId).toBeNull();
  await putInto(id, "scheduled", { scheduledAt: new Date(testTime() + 60_000) });
  expect((await set(fileId)).fileId).toBe(fileId);
});

describe("state machine", () => {
  type Step = "change" | "delete" | "start" | "schedule" | "cancel" | "restart" | "resend" | "set the file";
  /** Where each step leads from each state; null: refused with the state that it would lead to. */
  const table: Record<Step, { to: CampaignStatus; from: Partial<Record<CampaignStatus, CampaignStatus | "gone">> }> = {
    change: { to: "inactive", from: { inactive: "inactive", scheduled: "inactive", cancelled: "cancelled" } },
    "set the file": { to: "inactive", from: { inactive: "inactive", scheduled: "scheduled", cancelled: "cancelled" } },
    delete: {
      to: "inactive",
      from: { inactive: "gone", scheduled: "gone", cancelled: "gone", finished: "gone" },
    },
    start: { to: "running", from: { inactive: "running" } },
    schedule: { to: "scheduled", from: { inactive: "scheduled", scheduled: "scheduled" } },
    cancel: { to: "cancelled", from: { running: "cancelled" } },
    restart: { to: "running", from: { cancelled: "running" } },
    resend: { to: "running", from: { running: "running", finished: "finished" } },
  };
  const rows = Object.entries(table).flatMap(([step, { to, from }]) =>
    campaignStatuses.map((status) => ({ step, status, to, result: from[status] ?? null })),
  );

  test.each(rows)("$step of a $status campaign: $result", async ({ step, status, to, result }) => {
    const { id } = await create(
      sendable(
        status === "scheduled" || step === "schedule"
          ? { scheduledAt: new Date(testTime() + 2 * HOUR).toISOString() }
          : {},
      ),
    );
    await putInto(id, status);
    const verb = verbs[step];
    if (!verb) throw new Error("no such step");
    const input = sendable();
    const act = step === "change" ? (ctx: Context) => changeCampaign(ctx, id, input) : (ctx: Context) => verb(ctx, id);
    if (result === null) {
      const refused = await refusal(acting(supervisor, act));
      expect(refused).toEqual({ code: "ERR_CAMPAIGN_STATE", details: { from: status, to } });
      expect((await stored(id)).status).toBe(status);
      return;
    }
    await acting(supervisor, act);
    const left = await inside(({ db }) => db.select().from(campaigns).where(eq(campaigns.id, id)));
    expect(left.map((row) => row.status)).toEqual(result === "gone" ? [] : [result]);
  });

  test("of two simultaneous starts one wins, and the audience is copied once", async () => {
    const { id } = await create();
    const both = await Promise.allSettled([as(startConfirmed)(id), as(startConfirmed)(id)]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await recipientsOf(id)).toHaveLength(2);
  });
});

describe("start", () => {
  test("copies texts, settings, list name and audience; later changes of them do not matter", async () => {
    const { id } = await create(sendable({ messages: fiveTexts("a", "", "c") }));
    const started = await as(startConfirmed)(id);
    expect(started).toMatchObject({ status: "running", listName: expect.stringMatching(/^Lista /), completedAt: null });
    expect(started.startedAt).toBeInstanceOf(Date);
    expect(started.frozen?.variants).toEqual([
      { variant: 1, message: "a", confirmation: "" },
      { variant: 3, message: "c", confirmation: "" },
    ]);
    expect(started.frozen?.timeZone).toBe("America/Sao_Paulo");
    expect((await recipientsOf(id)).map(({ state, variant, position }) => [state, variant, position])).toEqual([
      ["waiting", 1, 1],
      ["waiting", 3, 2],
    ]);
    await inside(({ db }) => db.delete(schema.contactLists).where(eq(schema.contactLists.id, listId)));
    expect(await recipientsOf(id)).toHaveLength(2);
  });

  test("without anybody left it is refused and nothing is stored", async () => {
    const empty = await givenList(company.companyId, [{ number: givenPhoneNumber(), isWhatsappValid: false }]);
    const { id } = await create(sendable({ listId: empty.id }));
    expect((await refusal(as(startConfirmed)(id))).code).toBe("ERR_CAMPAIGN_NO_RECIPIENTS");
    expect((await stored(id)).status).toBe("inactive");
    expect(await recipientsOf(id)).toEqual([]);
  });

  test("a connection that was deleted does not count", async () => {
    const { id } = await create();
    await inside(({ db }) =>
      db
        .update(campaignConnections)
        .set({ connectionId: randomUUID() })
        .where(and(eq(campaignConnections.companyId, company.companyId), eq(campaignConnections.campaignId, id))),
    );
    expect(await refusal(as(startConfirmed)(id))).toEqual({
      code: "ERR_CAMPAIGN_INCOMPLETE",
      details: { fields: ["connections"] },
    });
  });
});

describe("restart", () => {
  test("a wait for the window is at most the longest pause after a restart", async () => {
    const { id } = await create(sendable());
    await as(startConfirmed)(id);
    await inside(({ db }) =>
      db
        .update(campaignConnections)
        .set({ nextSendAt: new Date("2031-01-01T00:00:00Z") })
        .where(eq(campaignConnections.campaignId, id)),
    );
    await as(cancelCampaign)(id);
    const now = new Date("2030-01-01T00:00:00Z");
    const { frozen } = await acting(supervisor, (ctx) => restartConfirmed(ctx, id), now);
    const maxMs = frozen ? longestPauseMs(frozen, MIN_PAUSE_MS) : 0;
    const [pace] = await inside(({ db }) =>
      db.select().from(campaignConnections).where(eq(campaignConnections.campaignId, id)),
    );
    expect(pace?.nextSendAt).toEqual(new Date(now.getTime() + maxMs));
  });

  test("continues with the present texts, spreads emptied variants and keeps the pace", async () => {
    const people = Array.from({ length: 6 }, () => ({ number: givenPhoneNumber() }));
    const { id } = await create(
      sendable({ listId: (await givenList(company.companyId, people)).id, messages: fiveTexts("a", "b") }),
    );
    await as(startConfirmed)(id);
    const nextSendAt = new Date(testTime() + 5_000);
    await inside(async ({ db }) => {
      await db
        .update(campaignConnections)
        .set({ nextSendAt, sentInRow: 7 })
        .where(eq(campaignConnections.campaignId, id));
      await db.update(campaignRecipients).set({ state: "sent" }).where(sql`campaign_id = ${id} and position = 2`);
    });
    await as(cancelCampaign)(id);
    const messages = fiveTexts("A", "", "C", "D");
    await acting(supervisor, (ctx) => changeCampaign(ctx, id, sendable({ messages })));
    const restarted = await as(restartConfirmed)(id);
    expect(restarted.frozen?.variants.map(({ message }) => message)).toEqual(["A", "C", "D"]);
    const rows = await recipientsOf(id);
    // The second one is sent and keeps its variant; the other people of the emptied variant get the filled ones.
    expect(rows.map(({ variant }) => variant)).toEqual([1, 2, 1, 3, 1, 1]);
    expect(rows.map(({ state }) => state)).toEqual(["waiting", "sent", "waiting", "waiting", "waiting", "waiting"]);
    const [pace] = await inside(({ db }) =>
      db.select().from(campaignConnections).where(eq(campaignConnections.campaignId, id)),
    );
    expect(pace).toMatchObject({ nextSendAt, sentInRow: 7 });
  });

  test("refuses a campaign that can no longer be sent", async () => {
    const { id } = await create();
    await as(startConfirmed)(id);
    await as(cancelCampaign)(id);
    await acting(supervisor, (ctx) => changeCampaign(ctx, id, sendable({ connectionIds: [] })));
    expect((await refusal(as(restartConfirmed)(id))).details).toEqual({ fields: ["connections"] });
  });

  test("people whom no connection of the changed campaign reaches are left out", async () => {
    const { id } = await create();
    await as(startConfirmed)(id);
    await as(cancelCampaign)(id);
    const pageId = randomUUID();
    const page = { companyId: company.companyId, id: pageId, name: `Página ${pageId}`, channel: "facebook" } as const;
    await inside(({ db }) => db.insert(schema.connections).values(page));
    await acting(supervisor, (ctx) => changeCampaign(ctx, id, sendable({ connectionIds: [pageId] })));
    await as(restartConfirmed)(id);
    expect((await recipientsOf(id)).map(({ state, reason }) => [state, reason])).toEqual([
      ["excluded", "outsideWindow"],
      ["excluded", "outsideWindow"],
    ]);
  });
});

describe("resend", () => {
  test("failed recipients wait again with the next attempt, confirmed ones without a second question", async () => {
    const people = Array.from({ length: 3 }, () => ({ number: givenPhoneNumber() }));
    const { id } = await create(sendable({ listId: (await givenList(company.companyId, people)).id }));
    await as(startConfirmed)(id);
    const failed = {
      state: "failed" as const,
      reason: "ERR_SENDING_WAPP_MSG",
      connectionId: company.connection.id,
      messageId: randomUUID(),
      sentAt: testNow(),
      endedAt: testNow(),
    };
    const askMessageId = randomUUID();
    await inside(async ({ db }) => {
      const put = (position: number, set: Partial<typeof campaignRecipients.$inferInsert>) =>
        db.update(campaignRecipients).set(set).where(sql`campaign_id = ${id} and position = ${position}`);
      await put(1, { ...failed, progress: 4 });
      await put(2, { ...failed, progress: 7, askMessageId, askedAt: testNow(), confirmedAt: testNow() });
      await put(3, { state: "read", progress: 28 });
    });
    await putInto(id, "finished", { completedAt: testNow() });
    const { campaign, count } = await as(resendFailed)(id);
    expect([campaign.status, campaign.completedAt, count]).toEqual(["running", null, 2]);
    const again = { reason: null, messageId: null, sentAt: null, endedAt: null, attempt: 1 };
    expect(await recipientsOf(id)).toMatchObject([
      { ...again, state: "waiting", progress: 64, connectionId: null, askMessageId: null },
      { ...again, state: "confirmed", progress: 67, connectionId: company.connection.id, askMessageId },
      { state: "read", progress: 28, attempt: 0 },
    ]);
  });

  test("without a failed recipient a finished campaign stays finished", async () => {
    const { id } = await create();
    await as(startConfirmed)(id);
    await putInto(id, "finished");
    expect((await as(resendFailed)(id)).count).toBe(0);
    expect((await stored(id)).status).toBe("finished");
  });
});

describe("due campaigns", () => {
  const at = new Date("2033-05-04T12:00:00Z");
  const late = (ms: number) => new Date(at.getTime() + ms);
  const startDue = (id: string, now: Date) => atDesk(company.companyId, (ctx) => startDueCampaign(ctx, id), now);

  const paidUntil = (dueDate: Date) =>
    atDesk(company.companyId, ({ db, companyId }) =>
      db.update(companies).set({ dueDate }).where(eq(companies.id, companyId)),
    );
  const isListed = async (id: string, now: Date) => {
    const work = await campaignWork(testDatabase().platform, now);
    return work.some(({ kind, campaignId, dueAt }) => kind === "start" && campaignId === id && dueAt <= now);
  };
  beforeAll(() => paidUntil(late(30 * 24 * HOUR)));

  test.each<[string, number, boolean, CampaignStatus, string | null]>([
    ["before its time", -1, false, "scheduled", null],
    ["at its time", 0, true, "running", null],
    ["24 hours late", 24 * HOUR, true, "running", null],
    ["more than 24 hours late", 24 * HOUR + 1, true, "cancelled", "ERR_CAMPAIGN_TOO_LATE"],
  ])("%s", async (_when, ms, isDone, status, reason) => {
    const { id } = await create(sendable({ scheduledAt: at.toISOString() }));
    expect(await isListed(id, late(ms))).toBe(isDone);
    expect(await startDue(id, late(ms))).toBe(isDone);
    expect(await stored(id)).toMatchObject({ status, reason });
    expect(await recipientsOf(id)).toHaveLength(status === "running" ? 2 : 0);
    expect(await startDue(id, late(ms))).toBe(false);
    await putInto(id, "finished");
  });

  test("a campaign of a company that has not paid for 30 days waits for the payment", async () => {
    const { id } = await create(sendable({ scheduledAt: at.toISOString() }));
    await paidUntil(late(-30 * 24 * HOUR - 1));
    expect(await isListed(id, at)).toBe(false);
    await paidUntil(late(30 * 24 * HOUR));
    expect(await isListed(id, at)).toBe(true);
    await putInto(id, "finished");
  });

  test("one that nobody would get, and one without its connection, is cancelled with the reason", async () => {
    const empty = await givenList(company.companyId, [{ number: givenPhoneNumber(), isWhatsappValid: false }]);
    const { id } = await create(sendable({ listId: empty.id, scheduledAt: at.toISOString() }));
    expect(await startDue(id, at)).toBe(true);
    expect(await stored(id)).toMatchObject({ status: "cancelled", reason: "ERR_CAMPAIGN_NO_RECIPIENTS" });
    expect(await recipientsOf(id)).toEqual([]);
    const cut = await create(sendable({ scheduledAt: at.toISOString() }));
    await inside(({ db }) => db.delete(campaignConnections).where(eq(campaignConnections.campaignId, cut.id)));
    await startDue(cut.id, at);
    expect(await stored(cut.id)).toMatchObject({ status: "cancelled", reason: "ERR_CAMPAIGN_INCOMPLETE" });
  });

  test("two workers start it once", async () => {
    const { id } = await create(sendable({ scheduledAt: at.toISOString() }));
    const both = await Promise.all([startDue(id, at), startDue(id, at)]);
    expect(both.filter(Boolean)).toHaveLength(1);
    expect(await recipientsOf(id)).toHaveLength(2);
    await putInto(id, "finished");
  });

  test("a restart of one that never started starts it", async () => {
    const { id } = await create(sendable({ scheduledAt: at.toISOString() }));
    await startDue(id, late(25 * HOUR));
    expect(await as(restartConfirmed)(id)).toMatchObject({ status: "running", reason: null });
    expect(await recipientsOf(id)).toHaveLength(2);
  });
});
