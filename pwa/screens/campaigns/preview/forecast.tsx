import { numberFormat } from "../../../i18n/number-format.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { zoneName } from "../../../i18n/zone-name.ts";
import { classNames } from "../../../ui/class-names.ts";
import type { CampaignPreview } from "../parts/campaign-preview.ts";
import { clockAt, endAt, isSameDay, weekdayAt } from "../parts/campaign-times.ts";

type Connection = CampaignPreview["connections"][number];

const colours = ["bg-chart-1", "bg-chart-2", "bg-chart-3", "bg-chart-4", "bg-chart-5", "bg-chart-6"];

/** Shows from when to when each connection sends. */
export function Forecast({ preview }: { preview: CampaignPreview }) {
  const { connections, startsAt, endsAt, timeZone } = preview;
  const isOneDay = startsAt !== null && endsAt !== null && isSameDay(startsAt, endsAt, timeZone);
  return (
    <section aria-labelledby="campaign-forecast" className="line-ring rounded-lg px-4 pt-3.5 pb-1.5">
      <div className="flex flex-wrap items-baseline gap-2">
        <h2 id="campaign-forecast" className="flex-1 font-semibold text-sm">
          {m.campaigns_preview_forecast()}
        </h2>
        <span className="text-ink-3 text-xs max-sm:w-full">
          {[...(isOneDay ? [weekdayAt(startsAt, timeZone)] : []), zoneName(timeZone)].join(", ")}
        </span>
      </div>
      {startsAt && endsAt && <Scale {...{ startsAt, endsAt, timeZone, isOneDay }} />}
      <ul>
        {connections.map((connection, index) => (
          <li
            key={connection.id}
            className="grid grid-cols-[8rem_minmax(0,1fr)] items-center gap-x-2 border-line py-2 not-last:border-b max-sm:grid-cols-[minmax(0,1fr)_auto]"
          >
            <span className="min-w-0">
              <span className="block truncate font-medium">{connection.name}</span>
              <span className="text-ink-3 text-xs">
                {m.campaigns_preview_messages({ count: connection.messages, shown: numberFormat(connection.messages) })}
              </span>
            </span>
            <span className="min-w-0">
              {startsAt && endsAt && (
                <span
                  aria-hidden="true"
                  className="line-ring relative block h-5 overflow-hidden rounded-xs bg-sunken max-sm:hidden"
                >
                  <Span connection={connection} {...{ startsAt, endsAt }} colour={colours[index % colours.length]} />
                </span>
              )}
              <span className="text-ink-2 text-xs tabular-nums max-sm:text-sm">
                {sentenceOf(connection, preview, isOneDay)}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Returns when the connection sends, or why it does not. */
function sentenceOf(
  { firstAt, lastAt, isLimited, isConnected }: Connection,
  preview: CampaignPreview,
  isOneDay: boolean,
) {
  const { timeZone } = preview;
  const down = isConnected ? "" : ` (${m.campaigns_preview_not_connected()})`;
  if (!firstAt || !lastAt) return `${m.campaigns_preview_sends_nothing()}${down}`;
  const at = (instant: string) => (isOneDay ? clockAt(instant, timeZone) : endAt(instant, timeZone));
  const span = m.campaigns_preview_span({ first: at(firstAt), last: at(lastAt) });
  return `${isLimited ? m.campaigns_preview_limited({ span }) : span}${down}`;
}

type Range = { startsAt: string; endsAt: string };

function Span({
  connection,
  startsAt,
  endsAt,
  colour,
}: Range & { connection: Connection; colour: string | undefined }) {
  const { firstAt, lastAt } = connection;
  if (!firstAt || !lastAt) return null;
  const [start, end] = [Date.parse(startsAt), Date.parse(endsAt)];
  const share = (instant: string) => (end === start ? 0 : ((Date.parse(instant) - start) / (end - start)) * 100);
  const left = share(firstAt);
  return (
    <span
      style={{ left: `${left}%`, width: `max(4px, ${end === start ? 100 : share(lastAt) - left}%)` }}
      className={classNames("absolute inset-y-0.5 rounded-xs", colour)}
    />
  );
}

const STEPS = 4;

function Scale({ startsAt, endsAt, timeZone, isOneDay }: Range & { timeZone: string; isOneDay: boolean }) {
  const [start, end] = [Date.parse(startsAt), Date.parse(endsAt)];
  const instants = Array.from({ length: STEPS + 1 }, (_, at) => start + ((end - start) * at) / STEPS);
  const label = (ms: number) => {
    const instant = new Date(ms).toISOString();
    return isOneDay ? clockAt(instant, timeZone) : weekdayAt(instant, timeZone).replace(/^.*, /, "");
  };
  const labels = [...new Set(instants.map(label))];
  return (
    <div
      aria-hidden="true"
      className="mt-2 grid grid-cols-[8rem_minmax(0,1fr)] gap-x-2 border-line border-b pb-1 max-sm:hidden"
    >
      <span />
      <span className="flex justify-between text-2xs text-ink-3 tabular-nums">
        {labels.map((one) => (
          <span key={one}>{one}</span>
        ))}
      </span>
    </div>
  );
}
