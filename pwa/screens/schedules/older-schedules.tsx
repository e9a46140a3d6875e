import { useMemo } from "react";
import type { ScheduleView } from "../../../sync/client/index.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { useDesk, useObservable } from "../../session/desk.tsx";
import { Button } from "../../ui/button.tsx";
import { NearEnd } from "../../ui/lists/near-end.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useList } from "../lists/index.ts";
import { firstKeptDay } from "./kept-days.ts";
import type { EventActions } from "./schedule-event.tsx";
import { ScheduleTable } from "./schedule-table.tsx";
import { readPage } from "./schedule-wire.ts";

type OlderSchedulesProps = { here: ScheduleView[]; search: string; today: string; actions: EventActions };

/** Lists schedules that only the server has, oldest first, page by page up to the days stored on this device. */
export function OlderSchedules({ here, search, today, actions }: OlderSchedulesProps) {
  const desk = useDesk();
  const list = useList({
    path: "/schedules",
    query: { searchParam: search, order: "asc" },
    read: readPage,
    keyOf: (schedule) => schedule.id,
    changesWith: ["schedules"],
    // Commands may start with what is shown here.
    remember: false,
  });
  const known = useMemo(() => new Set(here.map(({ id }) => id)), [here]);
  const distant = useMemo(() => list.rows.filter(({ id }) => !known.has(id)), [list.rows, known]);
  const all = useObservable<ScheduleView[]>(() => desk.schedules$(distant), [desk, distant], none);
  const ids = new Set(distant.map(({ id }) => id));
  const older = all.filter(({ id }) => ids.has(id));
  const last = list.rows.at(-1);
  const isThere = last !== undefined && last.sendAt.slice(0, 10) > firstKeptDay(today);
  if (list.state === "offline" || list.state === "failed")
    return (
      <Notice
        tone="warn"
        actions={
          <Button size="small" onClick={list.again}>
            {m.ui_try_again()}
          </Button>
        }
      >
        {list.state === "offline" ? m.schedules_older_offline() : m.lists_failed_text()}
      </Notice>
    );
  return (
    <>
      {older.length > 0 && (
        <ScheduleTable label={m.schedules_older_title()} schedules={older} today={today} actions={actions} />
      )}
      {older.length === 0 && list.state === "ready" && <p className="text-ink-3 text-sm">{m.schedules_older_none()}</p>}
      {list.hasMore && !isThere && <NearEnd count={list.rows.length} onNear={list.more} />}
    </>
  );
}

const none: ScheduleView[] = [];
