import { describe, expect, test } from "vitest";
import { instantOf, localMinute } from "../../../contracts/local-time.ts";
import { PLATFORM_TIME_ZONE as PLATFORM } from "../../ground/company-time/index.ts";
import { backupName, backupsToRemove, isBackupDue, takenAtOf } from "./index.ts";

const NEW_YORK = "America/New_York";
const DAY_MS = 86_400_000;
const at = (minute: string, zone = PLATFORM) => instantOf(minute, zone);
const days = (taken: readonly Date[], zone = PLATFORM) =>
  taken.map((one) => localMinute(one, zone).slice(0, 10)).sort();

/** Makes a backup at 03:00 of each day and removes what is not kept, as the program does; returns the kept ones. */
function liveThrough(from: string, count: number, zone = PLATFORM): Date[] {
  let kept: Date[] = [];
  for (let day = 0; day < count; day += 1) {
    const date = new Date(Date.parse(from) + day * DAY_MS).toISOString().slice(0, 10);
    const now = at(`${date}T03:00`, zone);
    kept.push(now);
    const old = new Set(backupsToRemove(kept, now, zone));
    kept = kept.filter((one) => !old.has(one));
  }
  return kept;
}

describe("the name of a backup", () => {
  test("is its instant, and is read again", () => {
    const takenAt = new Date("2026-11-29T06:00:07.500Z");
    expect(backupName(takenAt)).toBe("balcao-20261129T060007Z");
    expect(takenAtOf("balcao-20261129T060007Z")).toEqual(new Date("2026-11-29T06:00:07Z"));
  });
  test.each(["monday", "balcao-20261129T060007Z.unfinished", "balcao-20261129", "balcao-20260231T060007Z", ""])(
    "of another folder is none: %j",
    (name) => expect(takenAtOf(name)).toBeNull(),
  );
});

describe("backups that are kept", () => {
  test("7 days, 4 weeks and 6 months of a year of daily backups", () => {
    // 15 March 2027 is a Monday.
    expect(days(liveThrough("2026-03-16", 365))).toEqual([
      ...["2026-10-31", "2026-11-30", "2026-12-31", "2027-01-31"],
      ...["2027-02-28", "2027-03-07"],
      ...["2027-03-09", "2027-03-10", "2027-03-11", "2027-03-12", "2027-03-13", "2027-03-14", "2027-03-15"],
    ]);
  });

  test("the last day of a month stands for it, also of a short one", () => {
    for (const [from, count, last] of [
      ["2027-01-15", 60, "2027-02-28"],
      ["2028-01-15", 60, "2028-02-29"],
      ["2027-03-20", 60, "2027-04-30"],
    ] as const)
      expect(days(liveThrough(from, count)), last).toContain(last);
  });

  test("of several backups of one day, the newest", () => {
    const now = at("2026-11-29T20:00");
    const taken = [at("2026-11-29T03:00"), at("2026-11-29T12:00"), now];
    expect(backupsToRemove(taken, now, PLATFORM)).toEqual([taken[1], taken[0]]);
  });

  test("the day is the platform's: 23:30 and 00:30 are two days, though one in UTC", () => {
    const taken = [at("2026-11-28T23:30"), at("2026-11-29T00:30")];
    expect(backupsToRemove(taken, at("2026-11-29T03:00"), PLATFORM)).toEqual([]);
  });

  test("a year without backups removes none of those that were kept", () => {
    const kept = liveThrough("2026-03-16", 365);
    const now = at("2028-03-15T03:00");
    expect(backupsToRemove(kept, now, PLATFORM)).toEqual([]);
    const removed = backupsToRemove([...kept, now], now, PLATFORM);
    // The new one takes the place of the oldest day, week and month.
    expect(days(removed)).toEqual(["2026-10-31", "2027-03-09"]);
  });

  test("through both changes of daylight saving, each day counts once", () => {
    for (const from of ["2026-03-01", "2026-10-25"]) {
      const kept = days(liveThrough(from, 14, NEW_YORK), NEW_YORK);
      expect(kept.slice(-7)).toEqual(
        Array.from({ length: 7 }, (_, day) =>
          new Date(Date.parse(from) + (day + 7) * DAY_MS).toISOString().slice(0, 10),
        ),
      );
    }
  });

  test("a backup of the future is kept, and takes no other's place", () => {
    const kept = liveThrough("2026-03-16", 365);
    const future = Array.from({ length: 12 }, (_, month) => at(`2030-${String(month + 1).padStart(2, "0")}-01T03:00`));
    const now = at("2027-03-15T03:00");
    expect(backupsToRemove([...future, ...kept], now, PLATFORM)).toEqual([]);
  });

  test("nothing of nothing, and never the only one", () => {
    expect(backupsToRemove([], at("2026-11-29T03:00"), PLATFORM)).toEqual([]);
    expect(backupsToRemove([at("2001-01-01T03:00")], at("2026-11-29T03:00"), PLATFORM)).toEqual([]);
  });

  test("whatever was there, each of the last 7 days that have a backup keeps its newest", () => {
    const now = at("2027-03-15T03:00");
    for (let step = 1; step <= 40; step += 1) {
      const taken = Array.from({ length: 60 }, (_, place) => new Date(now.getTime() - place * step * 3_600_000));
      const old = new Set(backupsToRemove(taken, now, PLATFORM));
      const newest = new Map<string, Date>();
      for (const one of taken) {
        const day = localMinute(one, PLATFORM).slice(0, 10);
        if (!newest.has(day)) newest.set(day, one);
      }
      for (const one of [...newest.values()].slice(0, 7)) expect(old.has(one), String(step)).toBe(false);
      expect(taken.length - old.size).toBeLessThanOrEqual(7 + 4 + 6);
    }
  });
});

describe("a backup is due", () => {
  const due = (taken: Date[], now: Date, time = "03:00", zone = PLATFORM) => isBackupDue(taken, now, time, zone);

  test("at its hour, once a day", () => {
    const yesterday = at("2026-11-28T03:00");
    expect(due([yesterday], at("2026-11-29T02:59"))).toBe(false);
    expect(due([yesterday], at("2026-11-29T03:00"))).toBe(true);
    expect(due([yesterday, at("2026-11-29T03:00")], at("2026-11-29T23:59"))).toBe(false);
  });

  test("at once when there is none, or when the program was off at the hour", () => {
    expect(due([], at("2026-11-29T14:00"))).toBe(true);
    expect(due([at("2026-11-27T03:00")], at("2026-11-29T01:00"))).toBe(true);
    expect(due([at("2026-11-28T03:00")], at("2026-11-29T01:00"))).toBe(false);
  });

  test("a backup that was made up before the hour does not stand for the next day", () => {
    const madeUp = at("2026-11-29T01:00");
    expect(due([madeUp], at("2026-11-29T02:00"))).toBe(false);
    expect(due([madeUp], at("2026-11-29T03:00"))).toBe(true);
  });

  test("once on the day whose hour daylight saving skips, and once on the day that has it twice", () => {
    // 8 March 2026: 02:00 becomes 03:00. 1 November 2026: 02:00 becomes 01:00.
    const skipped = new Date("2026-03-08T07:00:00Z");
    expect(due([new Date("2026-03-07T07:00:00Z")], new Date("2026-03-08T06:59:00Z"), "02:00", NEW_YORK)).toBe(false);
    expect(due([new Date("2026-03-07T07:00:00Z")], skipped, "02:00", NEW_YORK)).toBe(true);
    expect(due([skipped], new Date("2026-03-08T20:00:00Z"), "02:00", NEW_YORK)).toBe(false);
    const [first, second] = [new Date("2026-11-01T05:30:00Z"), new Date("2026-11-01T06:30:00Z")];
    expect(due([new Date("2026-10-31T05:30:00Z")], first, "01:30", NEW_YORK)).toBe(true);
    expect(due([first], second, "01:30", NEW_YORK)).toBe(false);
    expect(due([first], new Date("2026-11-02T06:30:00Z"), "01:30", NEW_YORK)).toBe(true);
  });

  test("a clock that is set back by minutes makes no second one; one that was years ahead does not stop them", () => {
    expect(due([at("2026-11-29T03:05")], at("2026-11-29T03:00"))).toBe(false);
    expect(due([at("2026-11-29T03:05")], at("2026-11-28T20:00"))).toBe(false);
    expect(due([at("2030-01-01T03:00")], at("2026-11-29T03:00"))).toBe(true);
  });
});
