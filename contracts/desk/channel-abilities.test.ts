import fc from "fast-check";
import { expect, test } from "vitest";
import { channels } from "../channels.ts";
import { channelAbilities, isWindowShut, windowEnd } from "./channel-abilities.ts";
import { fileKinds, fileLimits } from "./messages.ts";

const HOUR_MS = 3_600_000;
const wroteAt = new Date("2026-07-01T12:00:00Z");

test("windowEnd: WhatsApp has no limit, also for a person who never wrote", () => {
  expect(windowEnd({ channel: "whatsapp", lastCustomerMessageAt: null })).toBeNull();
  expect(windowEnd({ channel: "whatsapp", lastCustomerMessageAt: wroteAt })).toBeNull();
  expect(isWindowShut({ channel: "whatsapp", lastCustomerMessageAt: null }, wroteAt)).toBe(false);
});

test.each(["facebook", "instagram"] as const)("the window of %s is open for 24 hours after a message", (channel) => {
  const end = new Date("2026-07-02T12:00:00Z");
  expect(windowEnd({ channel, lastCustomerMessageAt: wroteAt })).toEqual(end);
  expect(windowEnd({ channel, lastCustomerMessageAt: wroteAt.toISOString() })).toEqual(end);
  const isShut = (atMs: number) => isWindowShut({ channel, lastCustomerMessageAt: wroteAt }, new Date(atMs));
  expect([isShut(end.getTime() - 1), isShut(end.getTime())]).toEqual([false, true]);
  expect(isWindowShut({ channel, lastCustomerMessageAt: null }, wroteAt)).toBe(true);
});

test("a later message never shuts a window that was open", () => {
  const instant = fc.integer({ min: 0, max: 100 * HOUR_MS });
  fc.assert(
    fc.property(fc.constantFrom(...channels), instant, instant, instant, (channel, first, second, now) => {
      const isShut = (ms: number) => isWindowShut({ channel, lastCustomerMessageAt: new Date(ms) }, new Date(now));
      return isShut(Math.min(first, second)) || !isShut(Math.max(first, second));
    }),
    { seed: 8 },
  );
});

test("no channel accepts a larger file than the desk stores", () => {
  for (const channel of channels) {
    const { fileLimits: most } = channelAbilities[channel];
    for (const kind of fileKinds) expect(most[kind]).toBeLessThanOrEqual(fileLimits[kind]);
  }
});

test.each(["takesBack", "edits", "cardsAndPlaces", "hasNumbers", "captions"] as const)(
  "only WhatsApp has the ability %s",
  (ability) => {
    expect(channels.filter((channel) => channelAbilities[channel][ability])).toEqual(["whatsapp"]);
  },
);

test("all channels but WhatsApp are official interfaces for companies", () => {
  expect(channels.filter((channel) => channelAbilities[channel].isOfficial)).toEqual(["facebook", "instagram"]);
});
