import type { ScheduleView } from "../../../sync/client/index.ts";
import { useServerData } from "../../session/server-data/use-server-data.ts";
import { readPicture } from "./schedule-wire.ts";

/** Returns the URL of a picture of which this device has only the name; null otherwise and until it is loaded. */
export function useDistantPicture(schedule: ScheduleView | null): string | null {
  const isDistant = schedule !== null && schedule.fileName !== null && schedule.fileId === null;
  return useServerData(isDistant ? `/schedules/${schedule.id}` : null, readPicture).data;
}
