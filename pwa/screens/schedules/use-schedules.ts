import { useEffect } from "react";
import type { ScheduleView } from "../../../sync/client/index.ts";
import type { ScheduleDocument } from "../../../sync/contracts/schedules.ts";
import { scheduleWindow } from "../../../sync/contracts/sync.ts";
import { useDesk, useObservable } from "../../session/desk.tsx";
import { listChanges } from "../../session/list-changes.ts";
import { useServerData } from "../../session/use-server-data.ts";
import { isBeyond } from "./kept-days.ts";
import { readRange } from "./schedule-wire.ts";

/**
 * The schedules of this device with what was done to them here; of days that it does not keep whole, the server's too.
 * `days`: those in sight; null: none are asked for.
 */
export function useSchedules(days: readonly string[] | null, today: string) {
  const desk = useDesk();
  const kept = useObservable<ScheduleView[] | null>(() => desk.schedules$(), [desk], null);
  const mayLack = days !== null && kept !== null && isBeyond(days, today, countsOf(kept));
  const range = useServerData(mayLack ? `/schedules?from=${days[0]}&to=${days.at(-1)}` : null, readRange);
  const distant = mayLack ? range.data : null;
  const all = useObservable<ScheduleView[] | null>(() => desk.schedules$(distant ?? none), [desk, distant], null);
  const { again } = range;
  useEffect(() => (mayLack ? listChanges.on(["schedules"], again) : undefined), [mayLack, again]);
  return {
    /** Null until this device has looked. */
    all: all ?? kept,
    /** How the server's part is doing; null: nothing is missing. */
    missing: mayLack && range.state !== "ready" ? range.state : null,
    again,
  };
}

const none: ScheduleDocument[] = [];

function countsOf(kept: readonly ScheduleView[]) {
  const waiting = kept.filter(({ status }) => status === "pending").length;
  return { isFull: waiting >= scheduleWindow.waiting || kept.length - waiting >= scheduleWindow.done };
}
