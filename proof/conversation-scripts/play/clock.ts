import { minuteOf, weekdays } from "../../../contracts/hours.ts";
import { wallClock } from "../../../domain/ground/company-time/index.ts";

const RealDate = Date;
const MINUTE_MS = 60_000;
const WEEK = 7 * 1440;
let shiftMs = 0;

/** A clock that runs at normal speed with an offset, for scripts in which half an hour passes. */
class ShiftedDate extends RealDate {
  constructor(...parts: unknown[]) {
    if (parts.length === 0) super(RealDate.now() + shiftMs);
    else super(...(parts as []));
  }
  static override now(): number {
    return RealDate.now() + shiftMs;
  }
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof RealDate;
  }
}

/** Replaces `Date` for the whole process (desk, connector and phones) until `restore`. */
export function openClock() {
  globalThis.Date = ShiftedDate as DateConstructor;
  return {
    wait(ms: number): void {
      shiftMs += ms;
    },
    /**
     * Sets the clock to the next moment after the real time at which the time zone has this weekday and time ("monday
     * 08:00").
     */
    begin(moment: string, timeZone: string): void {
      const [wantedDay = "", wantedTime = ""] = moment.split(" ");
      const now = RealDate.now();
      const { day, time } = wallClock(new RealDate(now), timeZone);
      const days = weekdays.findIndex(([name]) => name === wantedDay) - day;
      const minutes = (days * 1440 + minuteOf(wantedTime) - minuteOf(time) + WEEK) % WEEK || WEEK;
      shiftMs = minutes * MINUTE_MS - (now % MINUTE_MS);
    },
    restore(): void {
      globalThis.Date = RealDate;
      shiftMs = 0;
    },
  };
}
export type Clock = ReturnType<typeof openClock>;
