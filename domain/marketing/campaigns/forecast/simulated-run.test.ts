import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import {
  greaterIntervals,
  longerIntervalChoices,
  messageIntervals,
} from "../../../../contracts/marketing/campaigns.ts";
import { givenCompany } from "../../../../db/testing/given.ts";
import { givenConnection } from "../../../../db/testing/given-chat.ts";
import { givenRunning } from "../testing/given-running.ts";
import { forecast } from "./forecast.ts";

let companyId: string;
beforeAll(async () => {
  companyId = (await givenCompany()).companyId;
});

const hour = (at: number) => `${String(at).padStart(2, "0")}:00`;
const isStored = { noNullPrototype: true };
const settings = fc.record({
  pacing: fc.record({
    messageInterval: fc.constantFrom(...messageIntervals),
    longerIntervalAfter: fc.constantFrom(...longerIntervalChoices),
    greaterInterval: fc.constantFrom(...greaterIntervals),
  }),
  window: fc.record(
    {
      days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
      start: fc.integer({ min: 0, max: 11 }).map(hour),
      end: fc.integer({ min: 12, max: 23 }).map(hour),
    },
    isStored,
  ),
  timeZone: fc.constantFrom("America/Sao_Paulo", "America/New_York", "Europe/Lisbon"),
  dailyLimit: fc.option(fc.integer({ min: 3, max: 20 })),
  isUp: fc.array(fc.boolean(), { minLength: 1, maxLength: 3 }).filter((states) => states.some(Boolean)),
  people: fc.integer({ min: 10, max: 25 }),
  start: fc.integer({ min: Date.UTC(2026, 0) / 1_000, max: Date.UTC(2027, 0) / 1_000 }),
});
type Given = typeof settings extends fc.Arbitrary<infer T> ? T : never;

/** Runs the sender with a fake clock that stops at each moment the database names; returns when each connection sent. */
async function simulate(given: Given, connectionIds: readonly string[]) {
  const { pacing, window, timeZone, dailyLimit, people, start } = given;
  const campaign = await givenRunning({
    ...{ companyId, connectionIds: [...connectionIds], recipients: people },
    campaign: { window, dailyLimit },
    frozen: { ...pacing, timeZone },
  });
  const begin = new Date(start * 1_000);
  const sends = new Map(connectionIds.map((id): [string, Date[]] => [id, []]));
  const moments = new Map(connectionIds.map((id): [string, Date] => [id, begin]));
  while (moments.size > 0) {
    const [id, at] = [...moments].reduce((first, one) => (one[1] < first[1] ? one : first));
    const outcome = await campaign.send(id, at);
    if (outcome === "idle") moments.delete(id);
    else moments.set(id, (await campaign.pace(id)).nextSendAt);
    if (outcome !== "sent") continue;
    sends.get(id)?.push(at);
    await campaign.accept();
  }
  return sends;
}

const connectionsOf = ({ isUp }: Given) =>
  Promise.all(isUp.map((up) => givenConnection(companyId, { status: up ? "CONNECTED" : "TIMEOUT" })));

function forecastOf({ pacing, window, timeZone, dailyLimit, isUp, people, start }: Given, ids: readonly string[]) {
  const connections = ids.map((id, place) => ({
    ...{ id, channel: "whatsapp" as const, isConnected: isUp[place] ?? false, nextSendAt: new Date(0) },
    ...{ sentInRow: 0, sentOn: () => 0, own: 0, takesShared: true },
  }));
  const limits = { window, timeZone, dailyLimit };
  return forecast({ connections, shared: people, pacing, limits }, new Date(start * 1_000));
}

// `forecast.test.ts` compares the forecast with runs of up to 2,000 random pauses: they end within 5 % of it.
test("the forecast is the run of the sender with mean pauses, for 20 random settings", async () => {
  for (const given of fc.sample(settings, { numRuns: 20, seed: 20_261_123 })) {
    const ids = await connectionsOf(given);
    const sends = await simulate(given, ids);
    const run = ids.map((id) => {
      const times = sends.get(id) ?? [];
      return { id, messages: times.length, firstAt: times[0] ?? null, lastAt: times.at(-1) ?? null };
    });
    expect(run.reduce((sum, { messages }) => sum + messages, 0)).toBe(given.people);
    expect(forecastOf(given, ids)).toMatchObject(run);
  }
}, 240_000);
