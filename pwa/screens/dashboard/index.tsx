import { WifiOff } from "lucide-react";
import { useState } from "react";
import * as v from "valibot";
import { localMinute } from "../../../contracts/local-time.ts";
import { DashboardWire } from "../../../contracts/wire/dashboard.ts";
import { serverDate } from "../../../sync/client/server-clock.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { zoneName } from "../../i18n/zone-name.ts";
import { zoneOf } from "../../session/company-dates.ts";
import { useSyncStatus } from "../../session/desk.tsx";
import { useListChanges } from "../../session/server-data/use-list-changes.ts";
import { useServerData } from "../../session/server-data/use-server-data.ts";
import { useUser } from "../../session/use-session.ts";
import { ZoneLine } from "../../session/zone-line.tsx";
import { OpeningScreen } from "../../shell/opening-screen.tsx";
import { usePage } from "../../shell/page.ts";
import { usePhone } from "../../ui/hooks/use-phone.ts";
import { Notice } from "../../ui/notice.tsx";
import { PageBody, PageHead } from "../../ui/page-head.tsx";
import { LazyFirstSteps } from "../first-steps/parts/lazy-first-steps.tsx";
import { useFirstSteps } from "../first-steps/parts/use-first-steps.ts";
import { LastSeenNotice, NotRead } from "../lists/index.ts";
import { AttendantsTable } from "./attendants-table.tsx";
import { Cards } from "./cards.tsx";
import { HoursChart } from "./hours-chart.tsx";
import { queryOf, thisMonth } from "./period.ts";
import { PeriodChip } from "./period-chip.tsx";
import { PeriodFilter } from "./period-filter.tsx";
import { QueuesNow } from "./queues-now.tsx";

/** The figures are loaded again at most this often. */
const REFRESH_MS = 5_000;

const readDashboard = (answer: unknown) => v.parse(DashboardWire, answer);

/** Draws the admins' start page: the first steps of a new company, afterwards the company's figures. */
export function HomeScreen() {
  const steps = useFirstSteps();
  if (steps.state === "asking") return <OpeningScreen />;
  return steps.state === "shown" ? <LazyFirstSteps hasSandbox={steps.hasSandbox} /> : <DashboardScreen />;
}

function DashboardScreen() {
  usePage(m.dashboard_title());
  const { linkUp } = useSyncStatus();
  const isPhone = usePhone();
  const timeZone = zoneOf(useUser().company);
  const [choice, setChoice] = useState(() => thisMonth(localMinute(serverDate(), timeZone).slice(0, 10)));
  const answer = useServerData(`/dashboard?${queryOf(choice)}`, readDashboard, { remember: true });
  useListChanges(["tickets", "users", "queues"], REFRESH_MS, answer.again);
  return (
    <PageBody>
      <PageHead title={m.dashboard_title()}>
        {isPhone ? (
          <PeriodChip value={choice} onFilter={setChoice} />
        ) : (
          <PeriodFilter value={choice} onFilter={setChoice} />
        )}
      </PageHead>
      <div className="flex flex-col gap-3.5">
        <ZoneLine timeZone={timeZone} />
        <LastSeenNotice data={answer} />
        {!linkUp && !answer.data && (
          <Notice tone="warn" icon={<WifiOff aria-hidden="true" size={16} />}>
            {m.dashboard_offline()}
          </Notice>
        )}
        {answer.data ? (
          <Figures dashboard={answer.data} now={answer.readAt ? new Date(answer.readAt) : serverDate()} />
        ) : (
          <NotRead data={answer} offlineText={m.dashboard_offline()} />
        )}
      </div>
    </PageBody>
  );
}

/** `now`: when the figures were read, where they are not current. */
function Figures({ dashboard, now }: { dashboard: DashboardWire; now: Date }) {
  const { hours, queues, attendants, period } = dashboard;
  const clock = localMinute(now, period.timeZone).slice(11);
  const total = hours.reduce((sum, count) => sum + count, 0);
  return (
    <>
      <Cards dashboard={dashboard} now={now} />
      <div className="grid gap-3 lg:grid-cols-[minmax(0,2.6fr)_minmax(0,1fr)]">
        <section className="line-ring min-w-0 rounded-lg p-3.5">
          <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-2">
            <h2 className="text-md">{m.dashboard_chart_title()}</h2>
            <span className="text-ink-3 text-xs">
              {m.dashboard_chart_note({ count: total, clock, zone: zoneName(period.timeZone) })}
            </span>
          </div>
          <HoursChart hours={hours} hour={Number(clock.slice(0, 2))} />
        </section>
        <QueuesNow queues={queues} now={now} />
      </div>
      <section className="flex flex-col gap-2">
        <div className="flex items-baseline justify-between gap-2">
          <h2 className="text-md">{m.dashboard_attendants()}</h2>
          <span className="text-ink-3 text-xs">{m.dashboard_attendants_note()}</span>
        </div>
        <AttendantsTable attendants={attendants} />
      </section>
    </>
  );
}
