import { numberFormat } from "../../i18n/number-format.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { useMedia } from "../../ui/hooks/use-media.ts";

const HEIGHT = 210;
const LEFT = 30;
const TOP = 26;
const BOTTOM = 22;
const STEPS = 4;

const hoursOfAxis = (every: number) => Array.from({ length: 24 / every }, (_, at) => at * every);
const two = (hour: number) => String(hour).padStart(2, "0");

/** Drawn at its display size, so that its texts are as large as the page's. */
const sizes = { wide: { width: 720, every: 3 }, narrow: { width: 340, every: 6 } };

/** Returns the top of the scale for `STEPS` steps of 1, 2 or 5 times a power of ten. */
function scaleOf(most: number): number {
  const rough = Math.max(most, STEPS) / STEPS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= rough) ?? rough;
  return Math.max(1, Math.ceil(step)) * STEPS;
}

/**
 * Draws today's tickets for 24 hours; the present hour is dashed because it is not over. A table has the figures for
 * screen readers.
 */
export function HoursChart({ hours, hour }: { hours: number[]; hour: number }) {
  const isNarrow = useMedia("(width < 37.5rem)");
  const { width, every } = isNarrow ? sizes.narrow : sizes.wide;
  const top = scaleOf(Math.max(...hours));
  const x = (at: number) => LEFT + (at * (width - LEFT - 40)) / 23;
  const y = (count: number) => HEIGHT - BOTTOM - (count / top) * (HEIGHT - TOP - BOTTOM);
  const done = hours.slice(0, Math.max(hour, 1));
  const line = done.map((count, at) => `${at === 0 ? "M" : "L"}${x(at)},${y(count)}`).join(" ");
  const area = `${line} L${x(done.length - 1)},${y(0)} L${x(0)},${y(0)} Z`;
  const most = Math.max(...hours);
  const peak = hours.indexOf(most);
  const present = hours[hour] ?? 0;
  const rows = hours.map((count, at) => ({ at, count }));
  return (
    <figure className="m-0">
      <svg viewBox={`0 0 ${width} ${HEIGHT}`} aria-hidden="true" className="block h-auto w-full text-xs">
        {Array.from({ length: STEPS + 1 }, (_, at) => (top / STEPS) * at).map((count) => (
          <g key={count}>
            <line x1={LEFT} x2={width - 40} y1={y(count)} y2={y(count)} className="stroke-line" />
            <text x={LEFT - 8} y={y(count) + 4} textAnchor="end" className="fill-ink-3">
              {numberFormat(count)}
            </text>
          </g>
        ))}
        {hoursOfAxis(every).map((at) => (
          <text key={at} x={x(at)} y={HEIGHT - 4} textAnchor="middle" className="fill-ink-3">
            {two(at)}:00
          </text>
        ))}
        <path d={area} className="fill-primary/10" />
        <path d={line} fill="none" strokeWidth={2} strokeLinejoin="round" className="stroke-primary-ink" />
        {hour > 0 && (
          <line
            x1={x(hour - 1)}
            y1={y(hours[hour - 1] ?? 0)}
            x2={x(hour)}
            y2={y(present)}
            strokeWidth={2}
            strokeDasharray="3 4"
            className="stroke-primary-ink"
          />
        )}
        <circle
          cx={x(hour)}
          cy={y(present)}
          r={4.5}
          strokeDasharray="3 3"
          strokeWidth={1.8}
          className="fill-surface stroke-primary-ink"
        />
        {present > 0 && peak !== hour && (
          <text x={x(hour) + 10} y={y(present) + 4} className="fill-ink-2">
            {m.dashboard_chart_now({ count: present })}
          </text>
        )}
        {most > 0 && (
          <>
            {peak !== hour && <circle cx={x(peak)} cy={y(most)} r={4} className="fill-primary-ink" />}
            <text
              x={Math.min(Math.max(x(peak), LEFT + 30), width - 70)}
              y={y(most) - 10}
              textAnchor="middle"
              className="fill-ink font-semibold"
            >
              {m.dashboard_chart_peak({ count: most, hour: peak })}
            </text>
          </>
        )}
      </svg>
      <table className="sr-only">
        <caption>{m.dashboard_chart_title()}</caption>
        <tbody>
          {rows.map(({ at, count }) => (
            <tr key={at}>
              <th scope="row">{two(at)}:00</th>
              <td>{count}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
