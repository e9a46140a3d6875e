import { Link } from "@tanstack/react-router";
import { CalendarClock, Lock } from "lucide-react";
import { m } from "../i18n/paraglide/messages.js";
import { lastPaidDay } from "../session/company-dates.ts";
import { useCan } from "../session/desk.tsx";
import { useUser } from "../session/use-session.ts";
import { Notice } from "../ui/notice.tsx";

const noticeClass = "mb-2 sm:mr-2 max-sm:rounded-none";

/** The text of the warning; admins get the way to the subscription. Past the due date, says what brings the desk back. */
export function DueNotice({ days }: { days: number }) {
  const { company } = useUser();
  const canPay = useCan("viewSubscription");
  if (company.restricted)
    return (
      <Notice tone="danger" icon={<Lock aria-hidden="true" size={16} />} className={noticeClass}>
        {m.billing_restricted({ date: lastPaidDay(company) })}
      </Notice>
    );
  return (
    <Notice tone="warn" icon={<CalendarClock aria-hidden="true" size={16} />} className={noticeClass}>
      {company.trialExpiration ? m.billing_trial_soon({ days }) : m.shell_due_soon({ days })}
      {canPay && (
        <Link to="/subscription" className="ml-2 font-semibold underline">
          {m.billing_see_subscription()}
        </Link>
      )}
    </Notice>
  );
}
