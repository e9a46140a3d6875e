import { TriangleAlert } from "lucide-react";
import { daysBetween, localDay } from "../../../contracts/account/companies.ts";
import { serverDate } from "../../../sync/client/server-clock.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { daysToDue, zoneOf } from "../../session/company-dates.ts";
import { useUser } from "../../session/use-session.ts";
import { Notice } from "../../ui/notice.tsx";
import type { Invoice } from "./parts/billing-calls.ts";

/** Names the oldest overdue invoice. The shell says it when the whole company is past its due date. */
export function OverdueNotice({ invoices }: { invoices: Invoice[] }) {
  const { company } = useUser();
  const now = serverDate();
  const overdue = invoices.filter(({ status, overdue }) => status === "open" && overdue);
  const oldest = overdue.toSorted((one, other) => one.dueDate.localeCompare(other.dueDate))[0];
  if (!oldest) return null;
  const days = daysBetween(oldest.dueDate, localDay(now, zoneOf(company)));
  return (
    <Notice tone="warn" icon={<TriangleAlert aria-hidden="true" size={16} />}>
      <b className="font-semibold">{m.billing_overdue_notice({ detail: oldest.detail, days })}</b>{" "}
      {daysToDue(company, now) >= 0 && `${m.billing_overdue_fine()} `}
      {m.billing_overdue_hint()}
    </Notice>
  );
}
