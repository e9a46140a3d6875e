import { useEffect } from "react";
import * as v from "valibot";
import { CompanyRemovalWire } from "../../../../contracts/wire/companies.ts";
import { numberFormat } from "../../../i18n/number-format.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { useServerData } from "../../../session/server-data/use-server-data.ts";
import { Notice } from "../../../ui/notice.tsx";
import { Progress } from "../../../ui/progress.tsx";

const ASK_MS = 5_000;
const HOUR = 3_600;
/** A removal that has begun and has no progress for longer says so. */
const IDLE_SECONDS = 60;
/** The job that begins a removal runs once a day. */
const WAITING_SECONDS = 26 * HOUR;

const Removals = v.array(CompanyRemovalWire);
const readRemovals = (answer: unknown) => v.parse(Removals, answer);

/** Shows how far the removal of deleted companies is; nothing without one. */
export function CompanyRemovals() {
  const { data, again } = useServerData("/companies/removals", readRemovals);
  const isShown = data !== null && data.length > 0;
  useEffect(() => {
    if (!isShown) return;
    const timer = setInterval(again, ASK_MS);
    return () => clearInterval(timer);
  }, [isShown, again]);
  if (!isShown) return null;
  return (
    <ul aria-label={m.platform_removals()} className="line-ring rounded-lg">
      {data.map((removal) => (
        <Removal key={removal.id} removal={removal} />
      ))}
    </ul>
  );
}

function Removal({ removal: { name, total, removed, idleSeconds } }: { removal: CompanyRemovalWire }) {
  const words =
    total === null
      ? m.platform_removal_waits({ name })
      : m.platform_removal({ name, removed: numberFormat(removed), total: numberFormat(total) });
  const isIdle = idleSeconds >= (total === null ? WAITING_SECONDS : IDLE_SECONDS);
  return (
    <li className="flex flex-col gap-2 border-line px-3 py-2.5 not-last:border-b">
      <p className="tabular-nums [overflow-wrap:anywhere]">{words}</p>
      {total !== null && <Progress label={words} value={removed} most={total} />}
      {isIdle && <Notice tone="warn">{m.platform_removal_idle({ time: timeText(idleSeconds) })}</Notice>}
    </li>
  );
}

/** Minutes up to two hours, then hours; the units are written alike in all languages. */
const timeText = (seconds: number): string =>
  seconds < 2 * HOUR
    ? `${numberFormat(Math.floor(seconds / 60))} min`
    : `${numberFormat(Math.floor(seconds / HOUR))} h`;
