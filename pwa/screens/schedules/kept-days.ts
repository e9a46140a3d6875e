import { scheduleWindow } from "../../../sync/contracts/sync.ts";
import { addDays } from "./calendar-days.ts";

/** The first day of which a device keeps everything. */
export const firstKeptDay = (today: string) => addDays(today, 1 - scheduleWindow.pastDays);

/** Whether the server may have more of these days than this device. `isFull`: it keeps as many as it may. */
export function isBeyond(days: readonly string[], today: string, { isFull }: { isFull: boolean }): boolean {
  const [first = today, last = first] = [days[0], days.at(-1)];
  return isFull || first < firstKeptDay(today) || last > addDays(today, scheduleWindow.comingDays);
}
