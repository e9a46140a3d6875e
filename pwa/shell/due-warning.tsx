import { Suspense } from "react";
import { WARNING_DAYS } from "../../contracts/account/company-days.ts";
import { serverDate } from "../../sync/client/server-clock.ts";
import { daysToDue } from "../session/company-dates.ts";
import { useUser } from "../session/use-session.ts";
import { lazyPart } from "../ui/on-demand.tsx";

const DueNotice = lazyPart(async () => (await import("./due-notice.tsx")).DueNotice);

/** Warns before the company's due date, and after it. Most days there is nothing to say, and its text is not loaded. */
export function DueWarning() {
  const { company } = useUser();
  if (!company.dueDate) return null;
  const days = daysToDue(company, serverDate());
  if (!company.restricted && (days < 0 || days >= WARNING_DAYS)) return null;
  return (
    <Suspense>
      <DueNotice days={days} />
    </Suspense>
  );
}
