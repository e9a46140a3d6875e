import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { localMinute } from "../../../contracts/local-time.ts";
import { schema } from "../../../db/index.ts";
import { givenCompany } from "../../../db/testing/given.ts";
import { atDesk } from "../../testing.ts";
import { companyTimeZone, instantAt, wallClock } from "./index.ts";

const { companies } = schema;

let companyId: string;
beforeAll(async () => {
  companyId = (await givenCompany()).companyId;
});

test("a company has its own time zone, by default São Paulo's", async () => {
  expect(await atDesk(companyId, companyTimeZone)).toBe("America/Sao_Paulo");
  await atDesk(companyId, (ctx) =>
    ctx.db.update(companies).set({ timeZone: "America/Manaus" }).where(eq(companies.id, companyId)),
  );
  expect(await atDesk(companyId, companyTimeZone)).toBe("America/Manaus");
});

test("the time zone of a deleted company is an error", async () => {
  await expect(atDesk(randomUUID(), companyTimeZone)).rejects.toThrow("a company is gone");
});

test.each<[string, string, number, string]>([
  ["2026-03-09T03:00:00Z", "America/Sao_Paulo", 0, "00:00"],
  ["2026-03-09T02:59:59Z", "America/Sao_Paulo", 6, "23:59"],
  ["2026-03-09T03:59:59Z", "America/Manaus", 6, "23:59"],
  ["2026-03-09T12:05:00Z", "UTC", 0, "12:05"],
  ["2026-03-14T12:00:00Z", "UTC", 5, "12:00"],
  // Half an hour and fourteen hours ahead of UTC.
  ["2026-03-10T18:30:00Z", "Asia/Kolkata", 2, "00:00"],
  ["2026-03-10T10:00:00Z", "Pacific/Kiritimati", 2, "00:00"],
  // Lisbon changes to summer time at 01:00 UTC.
  ["2026-03-29T00:59:00Z", "Europe/Lisbon", 6, "00:59"],
  ["2026-03-29T01:00:00Z", "Europe/Lisbon", 6, "02:00"],
])("%s in %s is day %i at %s", (instant, timeZone, day, time) => {
  expect(wallClock(new Date(instant), timeZone)).toEqual({ day, time });
});

const instantsOf = async (wanted: readonly { minute: string; timeZone: string }[]): Promise<string[]> => {
  const one = ({ minute, timeZone }: { minute: string; timeZone: string }, place: number) =>
    sql`select ${place}::int as place, extract(epoch from ${instantAt(minute, timeZone)})::bigint as seconds`;
  const rows = await atDesk(companyId, (ctx) =>
    ctx.db.execute<{ seconds: string }>(
      sql`select seconds from (${sql.join(wanted.map(one), sql` union all `)}) as found order by place`,
    ),
  );
  return rows.map(({ seconds }) => new Date(Number(seconds) * 1_000).toISOString().slice(0, 16));
};

test.each([
  ["an ordinary time", "2026-03-08T09:00", "America/Sao_Paulo", "2026-03-08T12:00"],
  ["a time skipped by daylight saving", "2026-03-29T01:30", "Europe/Lisbon", "2026-03-29T01:30"],
  ["a repeated time, the later one", "2026-10-25T01:30", "Europe/Lisbon", "2026-10-25T01:30"],
  ["midnight skipped by daylight saving", "2018-11-04T00:00", "America/Sao_Paulo", "2018-11-04T03:00"],
])("instantAt of %s", async (_what, minute, timeZone, instant) => {
  expect(await instantsOf([{ minute, timeZone }])).toEqual([instant]);
});

test("every shown local minute leads back to an instant at which the clock shows it", async () => {
  const minute = fc.integer({ min: Date.UTC(2015, 0) / 60_000, max: Date.UTC(2026, 11) / 60_000 });
  const timeZone = fc.constantFrom("America/Sao_Paulo", "America/Manaus", "Europe/Lisbon", "America/New_York", "UTC");
  const shown = fc
    .sample(fc.tuple(minute, timeZone), { numRuns: 400, seed: 20_261_123 })
    .map(([at, zone]) => ({ minute: localMinute(new Date(at * 60_000), zone), timeZone: zone }));
  const instants = await instantsOf(shown);
  const shownAgain = instants.map((instant, place) => ({
    minute: localMinute(new Date(`${instant}Z`), shown[place]?.timeZone ?? "UTC"),
    timeZone: shown[place]?.timeZone,
  }));
  expect(shownAgain).toEqual(shown);
});
