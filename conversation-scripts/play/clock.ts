import { wallClock } from "../../domain/company-time/index.ts";
import { minuteOf, weekdays } from "../../sync/contracts/hours.ts";

const RealDate = Date;
const MINUTE_MS = 60_000;
const WEEK = 7 * 1440;
let shiftMs = 0;

/** Time that goes on as it does, but later: for a conversation in which somebody waits for half an hour. */
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

/** All of this process: the desk, the connector, the phones. Until `restore`. */
export function openClock() {
  globalThis.Date = ShiftedDate as DateConstructor;
  return {
    wait(ms: number): void {
      shiftMs += ms;
    },
    /** The next time, from the real one on, that the wall of the time zone shows this day and time ("monday 08:00"). */
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
