import type { ScheduleView } from "../../../sync/client/index.ts";
import { useServerData } from "../../session/use-server-data.ts";
import { readPicture } from "./schedule-wire.ts";

/** The address of a picture that this device knows by its name alone. */
export function useDistantPicture(schedule: ScheduleView | null): string | null {
  const isDistant = schedule !== null && schedule.fileName !== null && schedule.fileId === null;
  return useServerData(isDistant ? `/schedules/${schedule.id}` : null, readPicture).data;
}
