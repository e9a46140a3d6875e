import { addDays } from "../../../../contracts/account/companies.ts";
import type { ChannelName } from "../../../../contracts/channels.ts";
import { channelAbilities } from "../../../../contracts/desk/channel-abilities.ts";
import { endOf } from "../../../../contracts/hours.ts";
import { instantOf, localMinute } from "../../../../contracts/local-time.ts";
import { type CampaignSettings, MIN_PAUSE_MS, type SendingWindow } from "../../../../contracts/marketing/campaigns.ts";

export type Pacing = Pick<CampaignSettings, "messageInterval" | "longerIntervalAfter" | "greaterInterval">;

/** Returns the shortest pause between two campaign messages on the channel, in ms. */
export const minPauseMs = (channel: ChannelName): number => (channelAbilities[channel].isOfficial ? 0 : MIN_PAUSE_MS);

export type PaceState = {
  /** Messages since the last greater interval, before this one. */
  sentInRow: number;
  /** The shortest pause, in ms. */
  minMs: number;
  /** From 0 to 1; 0.5 gives the mean pause. */
  random: number;
};

/**
 * Returns the pause after a message in ms, and the new `sentInRow`. The pause is the interval plus or minus half of it;
 * after every `longerIntervalAfter` messages it is the greater interval, but never less than the ordinary one.
 */
export function pauseAfter(pacing: Pacing, state: PaceState): { pauseMs: number; sentInRow: number } {
  const { messageInterval, longerIntervalAfter, greaterInterval } = pacing;
  const isGreater = longerIntervalAfter > 0 && state.sentInRow + 1 >= longerIntervalAfter;
  const ordinary = messageInterval * (0.5 + state.random);
  // Without jitter, so that the pause has the mean of the longer of both intervals.
  const seconds = isGreater && greaterInterval > 0 ? Math.max(greaterInterval, messageInterval) : ordinary;
  return {
    pauseMs: Math.max(state.minMs, Math.round(seconds * 1_000)),
    sentInRow: isGreater ? 0 : state.sentInRow + 1,
  };
}

/** Returns the longest pause that `pauseAfter` gives, in ms. */
export const longestPauseMs = ({ messageInterval, longerIntervalAfter, greaterInterval }: Pacing, minMs: number) =>
  Math.max(minMs, 1_500 * messageInterval, longerIntervalAfter > 0 ? 1_000 * greaterInterval : 0);

export type SendingLimits = {
  window: SendingWindow;
  timeZone: string;
  /** Messages per connection and day; null: no limit. */
  dailyLimit: number | null;
};

/** A period in which a campaign may send, `until` excluded. It lies within `day`, a date in the time zone. */
export type Slot = { from: Date; until: Date; day: string };

/**
 * Returns the first period, at or after `at`, inside the window and on a day below the daily limit. `sentOn` counts the
 * connection's campaign messages of a day, over all campaigns.
 */
export function nextSlot(at: Date, limits: SendingLimits, sentOn: (day: string) => number): Slot {
  const { dailyLimit } = limits;
  let slot = nextOpening(at, limits);
  while (dailyLimit !== null && sentOn(slot.day) >= dailyLimit) slot = nextOpening(slot.until, limits);
  return slot;
}

const DAY_MS = 86_400_000;
/** One week, and a day whose window daylight saving skips. */
const DAYS_AHEAD = 15;

function nextOpening(at: Date, { window, timeZone }: Omit<SendingLimits, "dailyLimit">): Slot {
  const today = Date.parse(localMinute(at, timeZone).slice(0, 10));
  for (let ahead = 0; ahead < DAYS_AHEAD; ahead++) {
    const date = new Date(today + ahead * DAY_MS);
    // Sunday is 0 in JavaScript and 7 in a window.
    if (!window.days.includes(date.getUTCDay() || 7)) continue;
    const slot = slotOf(date.toISOString().slice(0, 10), at, { window, timeZone });
    if (slot) return slot;
  }
  throw new Error("a sending window never opens");
}

/** Returns the rest of the day's window from `at` on; null: it is over, or daylight saving skips it. */
function slotOf(day: string, at: Date, { window, timeZone }: Omit<SendingLimits, "dailyLimit">): Slot | null {
  const end = endOf(window.end);
  const opens = instantOf(`${day}T${window.start}`, timeZone);
  const until = instantOf(end === "24:00" ? `${addDays(day, 1)}T00:00` : `${day}T${end}`, timeZone);
  const from = at > opens ? at : opens;
  if (from >= until) return null;
  // A skipped start or end is shifted by the change, past the hour that the clock shows.
  const time = localMinute(from, timeZone).slice(11);
  return time >= window.start && time < end ? { from, until, day } : null;
}
