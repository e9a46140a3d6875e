import { Clock } from "lucide-react";
import { serverDate } from "../../../../sync/client/server-clock.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { classNames } from "../../../ui/class-names.ts";
import { useMinute } from "../../../ui/hooks/use-minute.ts";
import { type Urgency, urgencyOf, waitedText } from "./waited-text.ts";

const inks: Record<Urgency, string> = {
  calm: "text-ink-3",
  attention: "text-warn-ink",
  overdue: "font-semibold text-danger-ink",
};

/** Shows in a row since when the contact waits. */
export function WaitingTime({ since }: { since: string }) {
  useMinute();
  const now = serverDate();
  const waited = waitedText(since, now);
  const label = m.list_waits({ time: waited });
  return (
    <span
      role="img"
      aria-label={label}
      title={label}
      data-urgency={urgencyOf(since, now)}
      className={classNames(
        "ml-auto flex shrink-0 items-center gap-1 text-2xs max-sm:text-xs",
        inks[urgencyOf(since, now)],
      )}
    >
      <Clock aria-hidden="true" size={12} />
      {waited}
    </span>
  );
}
