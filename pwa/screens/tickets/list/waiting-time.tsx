import { Clock } from "lucide-react";
import { m } from "../../../i18n/paraglide/messages.js";
import { useMinute } from "../../../ui/use-minute.ts";
import { waitedText } from "./waited-text.ts";

/** Shows how long a ticket has been pending. */
export function WaitingTime({ since }: { since: string }) {
  useMinute();
  const waited = waitedText(since, new Date());
  const label = m.list_waits({ time: waited });
  return (
    <span
      role="img"
      aria-label={label}
      title={label}
      className="ml-auto flex shrink-0 items-center gap-1 text-2xs text-warn-ink max-sm:text-xs"
    >
      <Clock aria-hidden="true" size={12} />
      {waited}
    </span>
  );
}
