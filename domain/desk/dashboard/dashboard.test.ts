import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { testNow } from "../../../contracts/testing/clock.ts";
import { type CompanyDb, schema } from "../../../db/index.ts";
import { type GivenAgent, givenCompany, givenTicket, testDatabase } from "../../../db/testing/given.ts";
import { markOnline } from "../../account/users/index.ts";
import { acting, atDesk, refusal, textFrom } from "../../testing.ts";
import { receiveMessage } from "../messages/index.ts";
import { acceptTicket, closeTicket, reopenTicket, returnTicket } from "../tickets/index.ts";
import { loadDashboard } from "./index.ts";

const { companies, ticketRatings } = schema;

const MINUTE_MS = 60_000;

async function givenDesk(timeZone = "America/Sao_Paulo") {
  const company = await givenCompany();
  const { companyId, connection, admin } = company;
  const inside = <T>(work: (tx: CompanyDb) => Promise<T>) => testDatabase().company(companyId, work);
  await inside((tx) => tx.update(companies).set({ timeZone }).where(eq(companies.id, companyId)));
  let phones = 5_531_900_000_000;
  /** A customer with a new phone number who writes at the given times. */
  const customer = () => {
    phones += 1;
    const phone = String(phones);
    return async (now: Date) => {
      const text = textFrom(connection.id, { sender: { phone, name: phone }, at: now });
      return (await atDesk(companyId, (ctx) => receiveMessage(ctx, text), now)).ticketId ?? "";
    };
  };
  const look = (wanted: Parameters<typeof loadDashboard>[1], now: Date) =>
    acting(admin, (ctx) => loadDashboard(ctx, wanted), now);
  return { ...company, inside, customer, look };
}

/** A seeded random generator. */
function dice(seed: number) {
  let state = seed;
  return (sides: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * sides);
  };
}

/** Customers come, wait, are served, sent back, return or stay, at any hour of some days around `middle`. */
async function liveSomeDays(desk: Awaited<ReturnType<typeof givenDesk>>, middle: Date, seed: number) {
  const roll = dice(seed);
  const agents = [desk.ana, desk.admin];
  const someone = () => agents[roll(agents.length)] as GivenAgent;
  for (let customers = 0; customers < 30; customers += 1) {
    const writes = desk.customer();
    let now = new Date(middle.getTime() + (roll(12 * 24 * 60) - 6 * 24 * 60) * MINUTE_MS);
    const later = (minutes: number) => {
      now = new Date(now.getTime() + (1 + roll(minutes)) * MINUTE_MS);
      return now;
    };
    const ticketId = await writes(now);
    const act = (agent: GivenAgent, verb: typeof acceptTicket) => acting(agent, (ctx) => verb(ctx, ticketId), now);
    for (let rounds = 0; rounds < 3 && roll(6) > 0; rounds += 1) {
      let agent = someone();
      later(90);
      await act(agent, acceptTicket);
      if (roll(4) === 0) {
        later(20);
        await act(agent, returnTicket);
        agent = someone();
        later(60);
        await act(agent, acceptTicket);
      }
      if (roll(5) === 0) break;
      later(300);
      await act(agent, closeTicket);
      if (roll(2) === 0) {
        const rating = { ticketId, userId: agent.id, rating: 1 + roll(3), at: later(5) };
        await desk.inside((tx) =>
          tx.insert(ticketRatings).values({ companyId: desk.companyId, id: randomUUID(), ...rating }),
        );
      }
      if (roll(2) === 0) {
        later(60);
        await act(someone(), reopenTicket);
        if (roll(3) === 0) break;
        later(60);
        await act(desk.admin, closeTicket);
      }
      later(100);
      if ((await writes(now)) !== ticketId) break;
    }
  }
}

/**
 * The same figures computed from the events, with local dates instead of instants and windows instead of stored
 * seconds.
 */
async function counted(desk: Awaited<ReturnType<typeof givenDesk>>, from: string, to: string, timeZone: string) {
  const ours = sql`company_id = ${desk.companyId}::uuid`;
  return desk.inside(async (tx) => {
    const day = (column: ReturnType<typeof sql>) =>
      sql`(${column} at time zone ${timeZone})::date between ${from}::date and ${to}::date`;
    const [figures] = await tx.execute<Record<string, number | null>>(sql`
      with numbered as (
        select e.*, count(*) filter (where type = 'closed') over (partition by ticket_id order by at, id
            rows between unbounded preceding and 1 preceding) as closings,
          count(*) filter (where type in ('created', 'returnedByContact')) over (partition by ticket_id order by at, id) as visits
        from ticket_events e where ${ours}),
      services as (
        select max(at) filter (where type = 'closed') - min(at) filter (where type in ('accepted', 'reopened')) as took,
          max(at) filter (where type = 'closed') as ended from numbered group by ticket_id, closings),
      visits as (
        select min(at) filter (where type = 'accepted') - min(at) as waited, min(at) filter (where type = 'accepted') as met
        from numbered group by ticket_id, visits)
      select
        (select count(*)::int from services where ended is not null and ${day(sql`ended`)}) as finished,
        (select avg(extract(epoch from took))::float8 from services where ${day(sql`ended`)}) as support,
        (select avg(extract(epoch from waited))::float8 from visits where ${day(sql`met`)}) as wait,
        (select count(distinct contact_id)::int from tickets t join contacts c on c.id = t.contact_id
          where t.${ours} and c.${ours} and ${day(sql`c.created_at`)}) as leads,
        (select count(*)::int from tickets where ${ours} and status = 'pending') as pending,
        (select count(*)::int from tickets where ${ours} and status = 'open') as happening`);
    const ratings = await tx.execute<{ user_id: string; rating: number }>(sql`
      select user_id, avg(rating)::float8 as rating from ticket_ratings
      where ${ours} and ${day(sql`at`)} group by user_id`);
    const hours = await tx.execute<{ hour: number; count: number }>(sql`
      select to_char(created_at at time zone ${timeZone}, 'HH24')::int as hour, count(*)::int as count
      from tickets where ${ours} and (created_at at time zone ${timeZone})::date = ${to}::date group by 1`);
    return { figures, ratings: new Map(ratings.map((row) => [row.user_id, row.rating])), hours };
  });
}

const places: [timeZone: string, middle: string, from: string, to: string][] = [
  ["America/Sao_Paulo", "2026-07-10T15:00:00Z", "2026-07-08", "2026-07-12"],
  ["America/New_York", "2026-03-08T07:00:00Z", "2026-03-07", "2026-03-08"],
  ["America/New_York", "2026-11-01T06:00:00Z", "2026-10-30", "2026-11-01"],
  ["Pacific/Auckland", "2026-04-04T14:00:00Z", "2026-04-03", "2026-04-05"],
  ["Asia/Kolkata", "2026-12-31T18:30:00Z", "2026-12-30", "2027-01-01"],
];

test.each(places)(
  "in %s around %s the figures equal those computed from the events",
  async (timeZone, middle, from, to) => {
    const desk = await givenDesk(timeZone);
    await liveSomeDays(desk, new Date(middle), 7 + to.length + middle.charCodeAt(6));
    const [endOfTo] = await desk.inside((tx) =>
      tx.execute<{ ms: number }>(
        sql`select extract(epoch from ((${to}::timestamp + interval '23 hours') at time zone ${timeZone}))::float8 * 1000 as ms`,
      ),
    );
    const now = new Date(endOfTo?.ms ?? 0);
    const shown = await desk.look({ from, to }, now);
    const { figures, ratings, hours } = await counted(desk, from, to, timeZone);
    expect(figures?.finished).toBeGreaterThan(0);
    expect(shown).toMatchObject({
      finished: figures?.finished,
      leads: figures?.leads,
      pending: figures?.pending,
      happening: figures?.happening,
    });
    expect(shown.supportSeconds.now).toBeCloseTo(figures?.support ?? Number.NaN, 3);
    expect(shown.waitSeconds.now).toBeCloseTo(figures?.wait ?? Number.NaN, 3);
    expect(
      new Map(shown.attendants.flatMap(({ id, rating }) => (rating === null ? [] : [[id, rating] as const]))),
    ).toEqual(ratings);
    expect(shown.hours).toHaveLength(24);
    expect(shown.hours.flatMap((count, hour) => (count > 0 ? [{ hour, count }] : []))).toEqual(
      hours.toSorted((a, b) => a.hour - b.hour),
    );
    // The sum over single days equals the whole period; the previous period ends where this one begins.
    const length = Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;
    const days = await desk.look({ days: length }, now);
    expect(days).toMatchObject({ finished: shown.finished, period: { days: { from, to } } });
    const earlier = new Date(Date.parse(from) - 86_400_000).toISOString().slice(0, 10);
    const first = new Date(Date.parse(from) - length * 86_400_000).toISOString().slice(0, 10);
    const previous = await desk.look({ from: first, to: earlier }, now);
    expect(shown.supportSeconds.before).toBe(previous.supportSeconds.now);
    expect(shown.waitSeconds.before).toBe(previous.waitSeconds.now);
  },
);

test("a period has whole local days; a single date leaves the other side open", async () => {
  const { look } = await givenDesk();
  // 02:00 UTC is still the evening of the previous day.
  const now = new Date("2026-07-02T02:00:00Z");
  const daysOf = async (wanted: object) => (await look(wanted, now)).period.days;
  expect(await daysOf({})).toEqual({ from: "2026-07-01", to: "2026-07-01" });
  expect(await daysOf({ days: 3 })).toEqual({ from: "2026-06-29", to: "2026-07-01" });
  expect(await daysOf({ from: "2026-06-15" })).toEqual({ from: "2026-06-15", to: "2026-07-01" });
  expect(await daysOf({ to: "2026-06-15" })).toEqual({ from: "2000-01-01", to: "2026-06-15" });
});

test("current figures count by user and queue, without groups, and show who is online", async () => {
  const { companyId, queue, support, ana, bia, admin, look } = await givenDesk();
  const now = new Date("2026-07-01T15:00:00Z");
  const createdAt = new Date("2026-07-01T14:48:00Z");
  await givenTicket({ companyId, queueId: queue.id, status: "open", userId: ana.id });
  await givenTicket({ companyId, queueId: queue.id, status: "open", userId: ana.id, isGroup: true });
  await givenTicket({ companyId, queueId: support.id, createdAt });
  await givenTicket({ companyId, queueId: support.id, createdAt: now });
  await givenTicket({ companyId, createdAt: now });
  await atDesk(companyId, (ctx) => markOnline(ctx, [bia.id]), now);
  const shown = await look({ days: 7 }, now);
  expect([shown.pending, shown.happening]).toEqual([3, 1]);
  expect(shown.attendants).toMatchObject([
    { id: ana.id, tickets: 1, isOnline: false, rating: null, supportSeconds: null },
    { id: bia.id, tickets: 0, isOnline: true },
    { id: admin.id, tickets: 0, isOnline: false },
  ]);
  expect(shown.queues).toMatchObject([
    { id: support.id, name: "Suporte", waiting: 2, since: createdAt },
    { id: queue.id, name: "Vendas", waiting: 0, since: null },
    { id: null, waiting: 1, since: now },
  ]);
  expect(shown.hours[11]).toBe(1);
  expect(shown.hours[12]).toBe(2);
});

test("only admins see the figures, and only their own company's", async () => {
  const [own, other] = [await givenDesk(), await givenDesk()];
  const now = testNow();
  const ticketId = await other.customer()(now);
  await acting(other.ana, (ctx) => acceptTicket(ctx, ticketId), now);
  await acting(other.ana, (ctx) => closeTicket(ctx, ticketId), now);
  expect(await refusal(acting(own.ana, (ctx) => loadDashboard(ctx, { days: 7 })))).toMatchObject({
    code: "ERR_NO_PERMISSION",
  });
  expect(await own.look({ days: 7 }, now)).toMatchObject({ finished: 0, leads: 0, happening: 0, pending: 0 });
  expect(await other.look({ days: 7 }, now)).toMatchObject({ finished: 1, leads: 1 });
});
