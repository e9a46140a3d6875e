import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { CampaignInput } from "../../../contracts/marketing/campaigns.ts";
import { schema } from "../../../db/index.ts";
import { givenAgent, givenCompany, givenContact, givenPhoneNumber, givenTicket } from "../../../db/testing/given.ts";
import { csvNumber } from "../../desk/contacts/index.ts";
import type { Context } from "../../ground/context.ts";
import { acting, atDesk, refusal } from "../../testing.ts";
import {
  cancelCampaign,
  createCampaign,
  exportRecipients,
  getCampaign,
  listCampaigns,
  listExcluded,
  listRecipients,
  previewCampaign,
  recipientToCsv,
  reportCampaign,
  saveCampaignSettings,
} from "./index.ts";
import { allowCampaigns, campaignInput, fiveTexts, givenList, startConfirmed } from "./testing/given-campaign.ts";

const { campaigns, campaignConnections, campaignDays, campaignRecipients, connections } = schema;

/** A Monday at 9:00 in São Paulo. */
const now = new Date("2026-03-09T12:00:00Z");
const later = (seconds: number) => new Date(now.getTime() + seconds * 1_000);

let company: Awaited<ReturnType<typeof givenCompany>>;
let supervisor: Awaited<ReturnType<typeof givenAgent>>;
beforeAll(async () => {
  company = await givenCompany();
  supervisor = await givenAgent({ companyId: company.companyId, profile: "supervisor" });
});
beforeEach(() => inside(({ db }) => db.delete(campaignDays).where(eq(campaignDays.companyId, company.companyId))));

const inside = <T>(work: (ctx: Parameters<Parameters<typeof atDesk<T>>[1]>[0]) => Promise<T>) =>
  atDesk(company.companyId, work);
const run = <T>(work: (ctx: Context) => Promise<T>, at = now) => acting(supervisor, work, at);
const people = (count: number, more: { email?: string } = {}) =>
  Array.from({ length: count }, (_, place) => ({
    name: `Pessoa ${String(place + 1).padStart(2, "0")}`,
    number: givenPhoneNumber(),
    ...more,
  }));
async function given(many: number | ReturnType<typeof people>, more: Partial<CampaignInput> = {}) {
  const { id: listId } = await givenList(company.companyId, typeof many === "number" ? people(many) : many);
  const input = campaignInput({ listId, connectionIds: [company.connection.id], ...more });
  return (await run((ctx) => createCampaign(ctx, input))).id;
}
async function givenConnection(more: Partial<typeof connections.$inferInsert> = {}): Promise<string> {
  const id = randomUUID();
  const row = { companyId: company.companyId, id, name: `Conexão ${id}`, status: "CONNECTED" as const, ...more };
  await inside(({ db }) => db.insert(connections).values(row));
  return id;
}
const put = (campaignId: string, position: number, set: Partial<typeof campaignRecipients.$inferInsert>) =>
  inside(({ db }) =>
    db
      .update(campaignRecipients)
      .set(set)
      .where(and(eq(campaignRecipients.campaignId, campaignId), eq(campaignRecipients.position, position))),
  );

const verbs: Record<string, (ctx: Context, id: string) => Promise<unknown>> = {
  get: getCampaign,
  preview: previewCampaign,
  excluded: (ctx, id) => listExcluded(ctx, id, {}),
  report: reportCampaign,
  recipients: (ctx, id) => listRecipients(ctx, id, {}),
  export: (ctx, id) => exportRecipients(ctx, id, {}, 0),
};
test.each(Object.entries(verbs))(
  "%s is refused to agents, for another company and without campaigns",
  async (_, verb) => {
    const id = await given(1);
    const code = async (work: Promise<unknown>) => (await refusal(work)).code;
    const other = await givenCompany();
    expect(await code(acting(company.ana, (ctx) => verb(ctx, id)))).toBe("ERR_NO_PERMISSION");
    expect(await code(acting(other.admin, (ctx) => verb(ctx, id)))).toBe("ERR_NO_CAMPAIGN_FOUND");
    await allowCampaigns(company.companyId, false);
    expect(await code(run((ctx) => verb(ctx, id)))).toBe("ERR_CAMPAIGNS_DISABLED");
    expect(await code(run((ctx) => listCampaigns(ctx, {})))).toBe("ERR_CAMPAIGNS_DISABLED");
    await allowCampaigns(company.companyId, true);
    expect(await code(acting(company.ana, (ctx) => listCampaigns(ctx, {})))).toBe("ERR_NO_PERMISSION");
  },
);

describe("preview", () => {
  test("counts the audience, forecasts each connection and stores nothing", async () => {
    const list = people(6);
    await givenContact({ companyId: company.companyId, number: list[1]?.number as string, isActive: false });
    const down = await givenConnection({ status: "DISCONNECTED" });
    const id = await given(list, { connectionIds: [company.connection.id, down], dailyLimit: 3 });
    const day = { companyId: company.companyId, connectionId: company.connection.id, day: "2026-03-09", sent: 1 };
    await inside(({ db }) => db.insert(campaignDays).values(day));
    const preview = await run((ctx) => previewCampaign(ctx, id));
    expect(preview).toMatchObject({ total: 6, recipients: 5, excluded: [{ reason: "blocked", count: 1 }] });
    expect(preview.connections).toMatchObject([
      {
        id: company.connection.id,
        name: "Loja",
        isConnected: true,
        messages: 5,
        firstAt: now,
        // Two today, three from 8:00 on the next day.
        lastAt: new Date("2026-03-10T11:00:40Z"),
        isLimited: true,
      },
      { id: down, isConnected: false, messages: 0, firstAt: null, lastAt: null, isLimited: false },
    ]);
    expect([preview.startsAt, preview.endsAt]).toEqual([now, new Date("2026-03-10T11:00:40Z")]);
    expect(preview.timeZone).toBe("America/Sao_Paulo");
    const [row] = await inside(({ db }) => db.select().from(campaigns).where(eq(campaigns.id, id)));
    expect(row?.status).toBe("inactive");
    const stored = await inside(({ db }) =>
      db.select().from(campaignRecipients).where(eq(campaignRecipients.campaignId, id)),
    );
    expect(stored).toEqual([]);
  });

  test("pages through the people who are left out, all or of one reason", async () => {
    const list = people(25).map((person, place) => ({ ...person, isWhatsappValid: place < 22 ? false : null }));
    for (const place of [22, 23])
      await givenContact({ companyId: company.companyId, number: list[place]?.number as string, isActive: false });
    const id = await given(list);
    const excluded = (filter: Parameters<typeof listExcluded>[2] = {}) => run((ctx) => listExcluded(ctx, id, filter));
    const [first, second] = [await excluded(), await excluded({ page: 2 })];
    expect([first.count, first.people.length, first.hasMore]).toEqual([24, 20, true]);
    expect([second.people.length, second.hasMore]).toEqual([4, false]);
    expect([...first.people, ...second.people].map(({ name }) => name)).toEqual(
      list.slice(0, 24).map(({ name }) => name),
    );
    const blocked = await excluded({ reason: "blocked" });
    expect(blocked.people).toMatchObject([
      { name: "Pessoa 23", number: list[22]?.number, reason: "blocked" },
      { name: "Pessoa 24", reason: "blocked" },
    ]);
    expect([blocked.count, (await excluded({ reason: "duplicate" })).people]).toEqual([2, []]);
    const { excluded: counted } = await run((ctx) => previewCampaign(ctx, id));
    for (const { reason, count } of counted) expect((await excluded({ reason })).count).toBe(count);
  });

  test("a scheduled one begins at its time; with every connection down it has no end", async () => {
    const id = await given(2, { scheduledAt: "2026-03-09T15:00" });
    expect((await run((ctx) => previewCampaign(ctx, id))).startsAt).toEqual(new Date("2026-03-09T18:00:00Z"));
    const down = await given(2, { connectionIds: [await givenConnection({ status: "DISCONNECTED" })] });
    expect(await run((ctx) => previewCampaign(ctx, down))).toMatchObject({
      recipients: 2,
      startsAt: null,
      endsAt: null,
    });
  });

  test("shows five recipients with their text, and other five on the next page", async () => {
    await run((ctx) =>
      saveCampaignSettings(ctx, {
        messageInterval: 20,
        longerIntervalAfter: 20,
        greaterInterval: 60,
        variables: [{ key: "$&", value: ".*" }],
      }),
    );
    const id = await given(people(7, { email: "a@b.example" }), {
      messages: fiveTexts("Oi {nome}, {$&}", "", "{email}: {{connection}} {{date}}"),
      confirmation: true,
      confirmationMessages: fiveTexts("", "", "Quer, {nome}?"),
    });
    const { samples } = await run((ctx) => previewCampaign(ctx, id));
    expect(samples).toHaveLength(5);
    expect(samples[0]).toMatchObject({
      name: "Pessoa 01",
      variant: 1,
      text: "Oi Pessoa 01, .*",
      confirmation: "Quer, Pessoa 01?",
      filled: [
        [3, 12],
        [14, 16],
      ],
    });
    expect(samples[1]).toMatchObject({ variant: 3, text: "a@b.example: Loja 09/03/2026" });
    const next = (await run((ctx) => previewCampaign(ctx, id, 2))).samples;
    expect(next.map(({ name, variant }) => [name, variant])).toEqual([
      ["Pessoa 06", 3],
      ["Pessoa 07", 1],
    ]);
    expect((await run((ctx) => previewCampaign(ctx, id, 3))).samples).toEqual([]);
  });

  test("the ticket's variables are those of the contact's latest ticket", async () => {
    const [one] = people(1);
    const contact = await givenContact({ companyId: company.companyId, number: one?.number as string });
    await givenTicket({ companyId: company.companyId, contactId: contact.id, queueId: company.queue.id, number: 31 });
    const id = await given([one as NonNullable<typeof one>], { messages: fiveTexts("{{ticket_id}} {{queue}}") });
    const { samples } = await run((ctx) => previewCampaign(ctx, id));
    expect(samples[0]?.text).toBe("31 Vendas");
  });

  test("what the preview shows is what the start stores", async () => {
    const id = await given(9, { messages: fiveTexts("a", "b") });
    const shown = (await run((ctx) => previewCampaign(ctx, id))).samples;
    await run((ctx) => startConfirmed(ctx, id));
    const { recipients } = await run((ctx) => listRecipients(ctx, id, {}));
    expect(recipients.slice(0, 5).map(({ number, variant }) => [number, variant])).toEqual(
      shown.map(({ number, variant }) => [number, variant]),
    );
  });

  test("a draft without text, list and connection has an empty preview", async () => {
    const id = (await run((ctx) => createCampaign(ctx, campaignInput({ messages: fiveTexts() })))).id;
    expect(await run((ctx) => previewCampaign(ctx, id))).toMatchObject({ total: 0, samples: [], connections: [] });
  });
});

describe("preview warnings", () => {
  const warningsOf = async (id: string) =>
    (await run((ctx) => previewCampaign(ctx, id))).warnings.map(({ code, count }) => [code, count]);
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);

  test.each([
    [6.5, [["youngConnection", 6]]],
    [7, []],
  ])("a number linked %s days ago", async (days, expected) => {
    const connection = await givenConnection({ firstConnectedAt: daysAgo(days) });
    expect(await warningsOf(await given(1, { connectionIds: [connection] }))).toEqual(expected);
  });

  test("a page is no risk, a connection that is down and a text without opt-out are", async () => {
    const page = await givenConnection({ channel: "facebook", firstConnectedAt: daysAgo(1) });
    expect(await warningsOf(await given(1, { connectionIds: [page] }))).toEqual([]);
    const down = await givenConnection({ status: "DISCONNECTED", firstConnectedAt: daysAgo(30) });
    expect(await warningsOf(await given(1, { connectionIds: [down] }))).toEqual([["connectionDown", null]]);
    const old = await givenConnection({ firstConnectedAt: daysAgo(30) });
    const texts = { messages: fiveTexts("Oi. SAIR para não receber", "Oi"), connectionIds: [old] };
    expect(await warningsOf(await given(1, texts))).toEqual([["noOptOutHint", null]]);
  });

  test.each([
    [200, []],
    [201, [["manyFirstContacts", 201]]],
  ])("%i people who never wrote", async (count, expected) => {
    const old = await givenConnection({ firstConnectedAt: daysAgo(30) });
    expect(await warningsOf(await given(count, { connectionIds: [old] }))).toEqual(expected);
  });
});

describe("report", () => {
  test("counts what each recipient has reached, with reasons, variants, pace and connections", async () => {
    const list = people(8);
    await givenContact({ companyId: company.companyId, number: list[7]?.number as string, isActive: false });
    const id = await given(list, { messages: fiveTexts("a", "b"), dailyLimit: 50 });
    await run((ctx) => startConfirmed(ctx, id));
    const connectionId = company.connection.id;
    await put(id, 1, { state: "read", progress: 4 + 8 + 16, connectionId, sentAt: now });
    await put(id, 2, { state: "replied", progress: 63, connectionId, sentAt: later(30) });
    await put(id, 3, { state: "failed", reason: "ERR_SENDING_WAPP_MSG", progress: 4, connectionId, sentAt: later(90) });
    await put(id, 4, { state: "excluded", reason: "optedOut", endedAt: now });
    await put(id, 5, { state: "asked", progress: 1, connectionId });
    const day = { companyId: company.companyId, connectionId, day: "2026-03-09", sent: 12 };
    await inside(({ db }) => db.insert(campaignDays).values(day));
    const report = await run((ctx) => reportCampaign(ctx, id), later(100));
    expect(report.counts).toEqual({
      ...{ total: 8, valid: 7, waiting: 2, asked: 2, confirmed: 1, sent: 3, delivered: 2, read: 2, replied: 1 },
      ...{ failed: 1, excluded: 2, optedOut: 1, queued: 2, awaiting: 1 },
    });
    expect(report.campaign.counts).toEqual(report.counts);
    expect(report.reasons).toEqual([
      { state: "excluded", reason: "blocked", count: 1 },
      { state: "failed", reason: "ERR_SENDING_WAPP_MSG", count: 1 },
      { state: "excluded", reason: "optedOut", count: 1 },
    ]);
    expect(report.variants).toEqual([
      { variant: 1, sent: 2, delivered: 1, read: 1, replied: 0 },
      { variant: 2, sent: 1, delivered: 1, read: 1, replied: 1 },
    ]);
    expect(report.pace).toHaveLength(60);
    expect(report.pace.slice(-2)).toEqual([
      { at: now, sent: 2 },
      { at: later(60), sent: 1 },
    ]);
    expect(report.connections).toEqual([
      {
        ...{ id: connectionId, name: "Loja", isConnected: true, isDeleted: false, sent: 3, sentToday: 12 },
        ...{ waitsFor: null, waitsUntil: null },
      },
    ]);
    expect(report.settings).toEqual({ messageInterval: 20, longerIntervalAfter: 20, greaterInterval: 60 });
    // Two wait: one now, one after the mean pause.
    expect(report.campaign.expectedEndAt).toEqual(later(120));
  });

  test("valid stays as it was at the start, so that no rate exceeds 100 %", async () => {
    const list = people(9);
    await givenContact({ companyId: company.companyId, number: list[8]?.number as string, isActive: false });
    const id = await given(list);
    await run((ctx) => startConfirmed(ctx, id));
    const asked = { connectionId: company.connection.id, askedAt: now };
    await put(id, 1, { state: "excluded", reason: "declined", progress: 65, endedAt: now, ...asked });
    await put(id, 2, { state: "excluded", reason: "noAnswer", progress: 65, endedAt: now, ...asked });
    await put(id, 3, { state: "excluded", reason: "optedOut", endedAt: now });
    await put(id, 4, { state: "excluded", reason: "blocked", endedAt: now });
    const { counts } = await run((ctx) => reportCampaign(ctx, id));
    expect(counts).toMatchObject({ total: 9, valid: 8, asked: 2, excluded: 5, queued: 4, awaiting: 0 });
    // A campaign that started before the bit existed: the recipients who were asked or answered are known.
    await put(id, 1, { progress: 0 });
    expect((await run((ctx) => reportCampaign(ctx, id))).counts.valid).toBe(8);
  });

  test("the pace counts questions, and a campaign that only waits for answers says until when", async () => {
    const asking = { confirmation: true, confirmationMessages: fiveTexts("Posso?") };
    const id = await given(2, asking);
    await run((ctx) => startConfirmed(ctx, id));
    const asked = { state: "asked" as const, progress: 65, connectionId: company.connection.id };
    await put(id, 1, { ...asked, askedAt: now });
    expect((await run((ctx) => reportCampaign(ctx, id), later(50))).campaign.waitsFor).toBeNull();
    await put(id, 2, { ...asked, askedAt: later(30) });
    const { campaign, counts, pace } = await run((ctx) => reportCampaign(ctx, id), later(50));
    expect(counts).toMatchObject({ valid: 2, queued: 0, awaiting: 2 });
    const until = later(30 + 72 * 3600);
    expect(campaign).toMatchObject({ waitsFor: "answers", waitsUntil: until, expectedEndAt: until });
    expect(pace.at(-1)).toMatchObject({ sent: 2 });
  });

  test("a campaign waits when none of its connections sends, also once the sender has stored the opening", async () => {
    const id = await given(2);
    await run((ctx) => startConfirmed(ctx, id));
    const night = new Date("2026-03-10T01:00:00Z");
    const opens = new Date("2026-03-10T11:00:00Z");
    await inside(({ db }) =>
      db.update(campaignConnections).set({ nextSendAt: opens }).where(eq(campaignConnections.campaignId, id)),
    );
    const { campaign, connections: all } = await run((ctx) => reportCampaign(ctx, id), night);
    expect(campaign).toMatchObject({ waitsFor: "window", waitsUntil: opens });
    expect(all).toMatchObject([{ waitsFor: "window", waitsUntil: opens }]);
    expect((await run((ctx) => reportCampaign(ctx, id), opens)).campaign.waitsFor).toBeNull();
  });

  const waits = async (id: string, at: Date) => {
    const { connections: all, campaign } = await run((ctx) => reportCampaign(ctx, id), at);
    return [...all.map(({ waitsFor, waitsUntil }) => [waitsFor, waitsUntil]), campaign.expectedEndAt !== null];
  };

  test("a connection waits for its window, its limit or itself, while somebody waits", async () => {
    const id = await given(2, { dailyLimit: 5 });
    await run((ctx) => startConfirmed(ctx, id));
    expect(await waits(id, now)).toEqual([[null, null], true]);
    const night = new Date("2026-03-10T01:00:00Z");
    const opens = new Date("2026-03-10T11:00:00Z");
    expect(await waits(id, night)).toEqual([["window", opens], true]);
    const day = { companyId: company.companyId, connectionId: company.connection.id, day: "2026-03-09", sent: 5 };
    await inside(({ db }) => db.insert(campaignDays).values(day));
    expect(await waits(id, now)).toEqual([["limit", opens], true]);
    const setDown = (status: "CONNECTED" | "DISCONNECTED") =>
      inside(({ db }) => db.update(connections).set({ status }).where(eq(connections.id, company.connection.id)));
    await setDown("DISCONNECTED");
    expect(await waits(id, now)).toEqual([["connection", null], false]);
    await run((ctx) => cancelCampaign(ctx, id));
    expect(await waits(id, now)).toEqual([[null, null], false]);
    await setDown("CONNECTED");
  });

  test("the expected end follows the stored moment of the connection", async () => {
    const id = await given(1);
    await run((ctx) => startConfirmed(ctx, id));
    await inside(({ db }) =>
      db
        .update(campaignConnections)
        .set({ nextSendAt: later(600) })
        .where(eq(campaignConnections.campaignId, id)),
    );
    expect((await run((ctx) => reportCampaign(ctx, id))).campaign.expectedEndAt).toEqual(later(600));
  });
});

describe("recipients", () => {
  test("pages through all, with search, state and reason; the export has the same rows", async () => {
    const list = [{ name: "Érica Nunes", number: givenPhoneNumber() }, ...people(44)];
    const id = await given(list);
    await run((ctx) => startConfirmed(ctx, id));
    await put(id, 3, { state: "failed", reason: "ERR_SENDING_WAPP_MSG", connectionId: company.connection.id });
    const read = (filter: Parameters<typeof listRecipients>[2]) => run((ctx) => listRecipients(ctx, id, filter));
    const pages = [await read({}), await read({ page: 2 }), await read({ page: 3 })];
    expect(pages.map(({ recipients, hasMore, count }) => [recipients.length, hasMore, count])).toEqual([
      [20, true, 45],
      [20, true, 45],
      [5, false, 45],
    ]);
    expect(new Set(pages.flatMap(({ recipients }) => recipients.map((one) => one.id))).size).toBe(45);
    expect((await read({ search: "NUNES erica" })).recipients.map(({ name }) => name)).toEqual(["Érica Nunes"]);
    expect((await read({ search: list[0]?.number })).count).toBe(1);
    const failed = await read({ states: ["failed"], reason: "ERR_SENDING_WAPP_MSG" });
    expect(failed.recipients).toMatchObject([{ position: 3, connectionName: "Loja" }]);
    expect((await read({ states: ["failed"], reason: "blocked" })).count).toBe(0);
    const exported = await run((ctx) => exportRecipients(ctx, id, {}, 40));
    expect(exported.map(({ position }) => position)).toEqual([41, 42, 43, 44, 45]);
    expect(await run((ctx) => exportRecipients(ctx, id, { states: ["failed"] }, 0))).toHaveLength(1);
  });

  test("a line of the export names state and reason in words and gives times in the company's time zone", async () => {
    const list = people(2);
    await givenContact({ companyId: company.companyId, number: list[1]?.number as string, isActive: false });
    const id = await given([{ name: "=1+1", number: list[0]?.number as string }, list[1] as (typeof list)[0]]);
    await run((ctx) => startConfirmed(ctx, id));
    await put(id, 1, { state: "delivered", connectionId: company.connection.id, sentAt: now, deliveredAt: later(60) });
    const { recipients } = await run((ctx) => listRecipients(ctx, id, {}));
    const home = { country: "BR", areaCode: "" };
    expect(csvNumber(list[0]?.number ?? "", home)).toMatch(/^55 \d\d \d{4,5}-\d{4}$/);
    expect(recipients.map((one) => recipientToCsv(one, { timeZone: "America/Sao_Paulo", home }))).toEqual([
      `'=1+1;${csvNumber(list[0]?.number ?? "", home)};;Entregue;;Loja;1;;;2026-03-09 09:00;2026-03-09 09:01;;\r\n`,
      `Pessoa 02;${csvNumber(list[1]?.number ?? "", home)};;Ficou de fora;Contato bloqueado;;1;;;;;;\r\n`,
    ]);
  });
});

describe("list", () => {
  test("newest first, 20 per page, by words of the name without accents, and by state", async () => {
    const own = await givenCompany();
    const as = <T>(work: (ctx: Context) => Promise<T>, at?: Date) => acting(own.admin, work, at);
    for (let place = 1; place <= 21; place++)
      await as((ctx) => createCampaign(ctx, campaignInput({ name: `Promoção ${place}` })), later(place));
    const list = (filter: Parameters<typeof listCampaigns>[1]) => as((ctx) => listCampaigns(ctx, filter));
    const first = await list({});
    expect([first.campaigns.length, first.hasMore, first.count, first.campaigns[0]?.name]).toEqual([
      20,
      true,
      21,
      "Promoção 21",
    ]);
    expect((await list({ page: 2 })).campaigns.map(({ name }) => name)).toEqual(["Promoção 1"]);
    expect((await list({ search: "21 promocao" })).campaigns.map(({ name }) => name)).toEqual(["Promoção 21"]);
    expect((await list({ search: "%" })).count).toBe(0);
    expect((await list({ statuses: ["running"] })).count).toBe(0);
    expect((await list({ statuses: ["inactive", "running"] })).count).toBe(21);
  });

  test("a draft has no counts, a started one has; names of list and connections are shown", async () => {
    const second = await givenConnection({ name: "Segunda" });
    const id = await given(2, { connectionIds: [second, company.connection.id] });
    const draft = await run((ctx) => getCampaign(ctx, id));
    expect(draft).toMatchObject({ counts: null, isEditable: true, expectedEndAt: null, shipping: [] });
    expect(draft.listName).toMatch(/^Lista /);
    expect(draft.connections.map(({ name }) => name)).toEqual(["Segunda", "Loja"]);
    expect(draft.listItems).toHaveLength(2);
    await run((ctx) => startConfirmed(ctx, id));
    const started = await run((ctx) => getCampaign(ctx, id));
    expect(started).toMatchObject({ isEditable: false, counts: { total: 2, waiting: 2 } });
    expect(started.shipping).toHaveLength(2);
  });
});
