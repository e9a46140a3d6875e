import { numberFormat } from "../../../i18n/number-format.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { clockAt } from "../parts/campaign-times.ts";
import type { CampaignReport } from "./report-wire.ts";

const WIDTH = 720;
const HEIGHT = 56;
const MINUTES = 60;
const GAP = 4;

/** Draws the messages of each minute of the last hour. The present minute is dashed, because it is not over. */
export function PaceChart({ report }: { report: CampaignReport }) {
  const { pace, timeZone, campaign } = report;
  const bars = pace.slice(-MINUTES);
  const total = bars.reduce((sum, { sent }) => sum + sent, 0);
  const most = Math.max(1, ...bars.map(({ sent }) => sent));
  const step = WIDTH / MINUTES;
  const isRunning = campaign.status === "running";
  const [first, last] = [bars[0], bars.at(-1)];
  return (
    <section aria-labelledby="campaign-pace-title">
      <div className="flex flex-wrap items-baseline gap-2">
        <h2 id="campaign-pace-title" className="flex-1 font-semibold text-sm">
          {m.campaigns_pace_title()}
        </h2>
        <span className="text-ink-2 text-xs">{ruleOf(report)}</span>
      </div>
      {total === 0 ? (
        <p className="py-3 text-ink-3 text-sm">{m.campaigns_pace_none()}</p>
      ) : (
        <figure className="m-0 mt-3">
          <figcaption className="sr-only">
            {m.campaigns_pace_summary({ count: total, shown: numberFormat(total) })}
          </figcaption>
          <svg
            viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
            preserveAspectRatio="none"
            aria-hidden="true"
            className="block h-14 w-full"
          >
            {bars.map(({ at, sent }, index) => {
              const height = sent === 0 ? 1 : Math.max(3, (sent / most) * (HEIGHT - 2));
              const isPresent = isRunning && index === bars.length - 1;
              return (
                <rect
                  key={at}
                  x={index * step}
                  y={HEIGHT - height - (isPresent ? 1 : 0)}
                  width={step - GAP}
                  height={height}
                  rx={1.5}
                  strokeDasharray={isPresent ? "3 2" : undefined}
                  className={
                    isPresent ? "fill-surface stroke-chart-1" : sent === 0 ? "fill-line-strong" : "fill-chart-1"
                  }
                />
              );
            })}
          </svg>
          {first && last && (
            <div className="mt-1.5 flex justify-between text-ink-2 text-xs tabular-nums">
              <span>{clockAt(first.at, timeZone)}</span>
              <span>
                {isRunning ? m.campaigns_pace_now({ time: clockAt(last.at, timeZone) }) : clockAt(last.at, timeZone)}
              </span>
            </div>
          )}
          <table className="sr-only">
            <caption>{m.campaigns_pace_table()}</caption>
            <tbody>
              {bars.map(({ at, sent }) => (
                <tr key={at}>
                  <th scope="row">{clockAt(at, timeZone)}</th>
                  <td>{sent}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </figure>
      )}
    </section>
  );
}

function ruleOf({ settings }: CampaignReport): string {
  const { messageInterval: seconds, longerIntervalAfter: after, greaterInterval: pause } = settings;
  if (after > 0 && pause > 0)
    return m.campaigns_pace_rule({ seconds: String(seconds), pause: String(pause), after: String(after) });
  return seconds === 0 ? m.campaigns_pace_rule_free() : m.campaigns_pace_rule_plain({ seconds: String(seconds) });
}
