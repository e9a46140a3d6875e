import type { ScheduleDocument } from "../../../contracts/desk/schedules.ts";
import { scheduleWindow } from "../../../contracts/sync.ts";
import type { ScheduleView } from "../../../sync/client/index.ts";
import { useDesk, useObservable } from "../../session/desk.tsx";
import { useServerData } from "../../session/server-data/use-server-data.ts";
import { isBeyond } from "./kept-days.ts";
import { readRange } from "./schedule-wire.ts";

/**
 * Returns the device's schedules with its pending commands applied; for days that the device does not store
 * completely, also those of the server. `days`: the visible days; null: nothing is requested from the server.
 */
export function useSchedules(days: readonly string[] | null, today: string) {
  const desk = useDesk();
  const kept = useObservable<ScheduleView[] | null>(() => desk.schedules$(), [desk], null);
  const mayLack = days !== null && kept !== null && isBeyond(days, today, countsOf(kept));
  const range = useServerData(mayLack ? `/schedules?from=${days[0]}&to=${days.at(-1)}` : null, readRange, {
    changesWith: ["schedules"],
  });
  const distant = mayLack ? range.data : null;
  const all = useObservable<ScheduleView[] | null>(() => desk.schedules$(distant ?? none), [desk, distant], null);
  return {
    /** Null until they are read from this device. */
    all: all ?? kept,
    /** State of the request to the server; null: nothing is missing. */
    missing: mayLack && range.state !== "ready" ? range.state : null,
    again: range.again,
  };
}

const none: ScheduleDocument[] = [];

function countsOf(kept: readonly ScheduleView[]) {
  const waiting = kept.filter(({ status }) => status === "pending").length;
  return { isFull: waiting >= scheduleWindow.waiting || kept.length - waiting >= scheduleWindow.done };
}
