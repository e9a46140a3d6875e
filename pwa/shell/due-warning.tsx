import { CalendarClock } from "lucide-react";
import { daysUntil } from "../i18n/calendar-date.ts";
import { m } from "../i18n/paraglide/messages.js";
import { useUser } from "../session/use-session.ts";
import { Notice } from "../ui/notice.tsx";

const WARN_BELOW_DAYS = 5;

export function DueWarning() {
  const { company } = useUser();
  if (!company.dueDate) return null;
  const days = daysUntil(company.dueDate, new Date());
  if (days < 0 || days >= WARN_BELOW_DAYS) return null;
  return (
    <Notice
      tone="warn"
      icon={<CalendarClock aria-hidden="true" size={16} />}
      className="mb-2 sm:mr-2 max-sm:rounded-none"
    >
      {m.shell_due_soon({ days })}
    </Notice>
  );
}
