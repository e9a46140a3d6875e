import { combineLatest, distinctUntilChanged, map, type Observable } from "rxjs";
import { can } from "../../../contracts/account/permissions.ts";
import type { SessionUser } from "../../../contracts/account/session.ts";
import { TIME_ZONE_KEY } from "../../../contracts/account/settings.ts";
import type { SettingRef } from "../../../contracts/desk/refs.ts";
import type { ScheduleDocument } from "../../../contracts/desk/schedules.ts";
import type { DocumentDatabase } from "../cache/documents.ts";
import { refsQuery, schedulesQuery } from "../cache/queries.ts";
import type { OutboxRecord } from "../outbox/entry.ts";
import { type ScheduleView, scheduleViews } from "../pending/schedules.ts";
import { documents$ } from "./documents.ts";

type Deps = { documents: DocumentDatabase; records$: Observable<OutboxRecord[]>; user: SessionUser };

/** This device's schedules with pending changes, in the company's time zone. */
export function createScheduleView({ documents, records$, user }: Deps) {
  const { schedules, refs } = documents.collections;
  /** Until the settings are pulled, the device's time zone is used. */
  const timeZone$ = (documents$(refs, refsQuery("setting")) as unknown as Observable<SettingRef[]>).pipe(
    map((settings) => settings.find(({ id }) => id === TIME_ZONE_KEY)?.name),
    map((timeZone) => timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone),
    distinctUntilChanged(),
  );
  return (beyond: readonly ScheduleDocument[] = []): Observable<ScheduleView[]> =>
    combineLatest([documents$(schedules, schedulesQuery()), records$, timeZone$]).pipe(
      map(([pulled, records, timeZone]) => {
        const here = new Set(pulled.map(({ id }) => id));
        const all = [...pulled, ...beyond.filter(({ id }) => !here.has(id))];
        return scheduleViews(all, records, {
          userId: user.id,
          userName: user.name,
          managesOthers: can.manageOthersSchedules(user.profile),
          timeZone,
        });
      }),
    );
}
