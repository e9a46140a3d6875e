import { useState } from "react";
import * as v from "valibot";
import { type DayHours, usualHours, WeekHours } from "../../../contracts/hours.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { zoneName } from "../../i18n/zone-name.ts";
import { apiSend } from "../../session/api-fetch.ts";
import { useDeskUser } from "../../session/desk.tsx";
import { useCall } from "../../session/server-data/use-call.ts";
import { useServerData } from "../../session/server-data/use-server-data.ts";
import { Button } from "../../ui/button.tsx";
import { Skeleton } from "../../ui/lists/skeleton.tsx";
import { Notice } from "../../ui/notice.tsx";
import { toast } from "../../ui/toasts/toast.tsx";
import { HoursGrid } from "../hours/hours-grid.tsx";
import { dayProblem } from "../hours/week.ts";

const Company = v.object({ schedules: v.fallback(WeekHours, [...usualHours]), timeZone: v.string() });
const companyFromWire = (answer: unknown) => v.parse(Company, answer);

/** Edits the company's opening hours; loaded each time the tab opens. */
export function CompanyHours({ disabled }: { disabled: boolean }) {
  const { companyId } = useDeskUser();
  const { state, data, again } = useServerData(`/companies/${companyId}`, companyFromWire);
  if (data) return <HoursForm key={JSON.stringify(data)} {...{ companyId, disabled }} start={data} onSaved={again} />;
  if (state === "loading") return <Skeleton className="h-80 w-full max-w-3xl" />;
  return (
    <Notice tone="danger" actions={<Button onClick={again}>{m.ui_try_again()}</Button>}>
      {m.lists_unreachable()}
    </Notice>
  );
}

type HoursFormProps = {
  companyId: string;
  disabled: boolean;
  start: { schedules: DayHours[]; timeZone: string };
  onSaved: () => void;
};

function HoursForm({ companyId, disabled, start, onSaved }: HoursFormProps) {
  const [week, setWeek] = useState(start.schedules);
  const { busy, failure, call } = useCall();
  const isDirty = JSON.stringify(week) !== JSON.stringify(start.schedules);
  const isWrong = week.some((day) => dayProblem(day) !== null);
  async function handleSave() {
    const body = { id: companyId, schedules: week };
    if (!(await call("save", () => apiSend("PUT", `/companies/${companyId}/schedules`, body)))) return;
    toast.success(m.settings_hours_saved());
    onSaved();
  }
  return (
    <div className="flex max-w-3xl flex-col gap-4">
      <p className="text-ink-2">{m.settings_hours_text({ zone: zoneName(start.timeZone) })}</p>
      {failure && <Notice tone="danger">{failure}</Notice>}
      <HoursGrid week={week} onChange={setWeek} disabled={disabled} />
      <div className="flex items-center justify-end gap-2">
        {isDirty && <span className="mr-auto text-ink-3 text-xs">{m.hours_save_hint()}</span>}
        <Button disabled={!isDirty} onClick={() => setWeek(start.schedules)}>
          {m.ui_cancel()}
        </Button>
        <Button
          kind="primary"
          disabled={disabled || isWrong}
          busy={busy !== null && m.ui_saving()}
          onClick={() => void handleSave()}
        >
          {m.ui_save()}
        </Button>
      </div>
    </div>
  );
}
