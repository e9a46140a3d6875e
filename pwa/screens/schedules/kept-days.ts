import { scheduleWindow } from "../../../contracts/sync.ts";
import { addDays } from "./calendar-days.ts";

/** Returns the first day whose schedules a device stores completely. */
export const firstKeptDay = (today: string) => addDays(today, 1 - scheduleWindow.pastDays);

/**
 * Returns whether the server may have more schedules of these days than this device. `isFull`: the device stores as
 * many as it may.
 */
export function isBeyond(days: readonly string[], today: string, { isFull }: { isFull: boolean }): boolean {
  const [first = today, last = first] = [days[0], days.at(-1)];
  return isFull || first < firstKeptDay(today) || last > addDays(today, scheduleWindow.comingDays);
}
