import type { ScheduleDocument } from "../../../contracts/desk/schedules.ts";
import { localMinute } from "../../../contracts/local-time.ts";
import type { OutboxRecord } from "../outbox/entry.ts";
import { applyEffectsToAll, type EffectContext } from "./apply-effects.ts";

/** `isWaiting`: its present values are on this device only. `sendAtLocal` is in the company's time zone. */
export type ScheduleView = ScheduleDocument & { sendAtLocal: string; isWaiting: boolean; canChange: boolean };

/** `managesOthers`: may change schedules of other users. */
export type ScheduleReader = EffectContext<"schedules"> & { managesOthers: boolean };

/** Applies pending creations, changes and deletions to the pulled schedules; ordered by time. */
export const scheduleViews = (
  pulled: readonly ScheduleDocument[],
  commands: readonly OutboxRecord[],
  reader: ScheduleReader,
): ScheduleView[] =>
  applyEffectsToAll("schedules", pulled, commands, reader)
    .map((schedule) => ({
      ...schedule,
      sendAtLocal: localMinute(new Date(schedule.sendAt), reader.timeZone),
      canChange: reader.managesOthers || schedule.userId === reader.userId,
    }))
    .sort((a, b) => compare(a.sendAt, b.sendAt) || compare(a.id, b.id));

const compare = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1);
