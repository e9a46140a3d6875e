import { zoneLine } from "../i18n/plan-zone.ts";
import { classNames } from "../ui/class-names.ts";

type ZoneLineProps = { timeZone: string; instants?: readonly Date[]; className?: string };

/** Names the company's time zone above planned times, where the device's clock shows other ones; else draws nothing. */
export function ZoneLine({ timeZone, instants, className }: ZoneLineProps) {
  const line = zoneLine(timeZone, instants);
  return line && <p className={classNames("text-ink-3 text-xs", className)}>{line}</p>;
}
