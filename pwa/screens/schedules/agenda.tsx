import { useMemo, useState } from "react";
import { personWords } from "../../../contracts/phones.ts";
import { searchable, searchWords } from "../../../contracts/search-text.ts";
import { scheduleWindow } from "../../../contracts/sync.ts";
import type { ScheduleView } from "../../../sync/client/index.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/lists/empty-state.tsx";
import { OlderSchedules } from "./older-schedules.tsx";
import type { EventActions } from "./schedule-event.tsx";
import { ScheduleTable } from "./schedule-table.tsx";

type AgendaProps = {
  /** Null until they are read from this device. */
  schedules: ScheduleView[] | null;
  search: string;
  today: string;
  actions: EventActions;
};

/** Lists the schedules of this device, or those that a search finds, by time; older ones are loaded on request. */
export function Agenda({ schedules, search, today, actions }: AgendaProps) {
  const [withOlder, setWithOlder] = useState(false);
  const found = useMemo(() => {
    const [words, person] = [searchWords(search), personWords(search)];
    return (schedules ?? []).filter(({ contactName, contactNumber, body }) => {
      const [about, withText] = [searchable(contactName, contactNumber), searchable(contactName, contactNumber, body)];
      return person.every((word) => about.includes(word)) || words.every((word) => withText.includes(word));
    });
  }, [schedules, search]);
  if (schedules === null) return null;
  return (
    <>
      {withOlder ? (
        <OlderSchedules here={schedules} search={search} today={today} actions={actions} />
      ) : (
        <p className="flex flex-wrap items-center gap-3 text-ink-2 text-sm">
          {m.schedules_older_text({ days: scheduleWindow.pastDays })}
          <Button size="small" onClick={() => setWithOlder(true)}>
            {m.schedules_older_show()}
          </Button>
        </p>
      )}
      {found.length > 0 ? (
        <ScheduleTable label={m.schedules_title()} schedules={found} today={today} actions={actions} />
      ) : (
        <EmptyState title={search ? m.lists_none_found_title() : m.schedules_empty_title()}>
          {search ? m.lists_none_found_text() : m.schedules_empty_text()}
        </EmptyState>
      )}
    </>
  );
}
