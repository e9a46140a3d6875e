import { classNames } from "../../../ui/class-names.ts";
import { sentenceOf } from "./people.ts";
import { usePresence } from "./use-presence.ts";
import { useReportPresence } from "./use-report-presence.ts";

/** Reports that this user has the conversation open, and shows who else is there. */
export function PresenceLine({ ticketId, className }: { ticketId: string; className?: string }) {
  useReportPresence(ticketId);
  const people = usePresence(ticketId);
  return (
    <p aria-live="polite" className={classNames("truncate text-ink-3 text-sm empty:hidden", className)}>
      {sentenceOf(people)}
    </p>
  );
}
