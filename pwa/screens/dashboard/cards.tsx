import { Link } from "@tanstack/react-router";
import { CalendarDays, Check, Clock, Gauge, Inbox, type LucideIcon, MessageSquare, UserPlus } from "lucide-react";
import type { ReactNode } from "react";
import type { DashboardWire } from "../../../contracts/wire/dashboard.ts";
import { shortDate } from "../../i18n/calendar-date.ts";
import { numberFormat } from "../../i18n/number-format.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { daysToDue, zoneOf } from "../../session/company-dates.ts";
import { useUser } from "../../session/use-session.ts";
import { classNames } from "../../ui/class-names.ts";
import { averageText, comparison, shortMinutes } from "./minutes.ts";

type Card = {
  id: string;
  icon: LucideIcon;
  label: string;
  /** Null: no data yet. */
  figure: string | null;
  note: string | null;
  /** The tab with the tickets that the figure counts. */
  tab?: "pending" | "open" | "closed";
  /** True when the figure is a time: it is longer than a number. */
  isTime?: boolean;
  /** True when the figure counts contacts. */
  isOfContacts?: boolean;
};

const MINUTE_MS = 60_000;

export function Cards({ dashboard, now }: { dashboard: DashboardWire; now: Date }) {
  const { company } = useUser();
  const { counters, before, attendants, queues } = dashboard;
  const waitingSince = queues.flatMap(({ since }) => (since ? Date.parse(since) : []));
  const longest = waitingSince.length > 0 ? (now.getTime() - Math.min(...waitingSince)) / MINUTE_MS : null;
  const online = attendants.filter((one) => one.online).length;
  const cards: Card[] = [
    {
      id: "due",
      icon: CalendarDays,
      label: m.dashboard_due(),
      figure: shortDate(company.dueDate, zoneOf(company)),
      note: m.dashboard_due_days({ days: Math.max(0, daysToDue(company, now)) }),
    },
    {
      id: "pending",
      icon: Inbox,
      label: m.dashboard_pending(),
      figure: numberFormat(counters.supportPending),
      note: longest === null ? null : m.dashboard_pending_since({ time: shortMinutes(longest) }),
      tab: "pending",
    },
    {
      id: "happening",
      icon: MessageSquare,
      label: m.dashboard_happening(),
      figure: numberFormat(counters.supportHappening),
      note: m.dashboard_online({ count: online }),
      tab: "open",
    },
    {
      id: "finished",
      icon: Check,
      label: m.dashboard_finished(),
      figure: numberFormat(counters.supportFinished),
      note: m.dashboard_finished_today({ count: counters.finishedToday }),
      tab: "closed",
    },
    {
      id: "leads",
      icon: UserPlus,
      label: m.dashboard_leads(),
      figure: numberFormat(counters.leads),
      note: m.dashboard_leads_note(),
      isOfContacts: true,
    },
    {
      id: "support",
      icon: Gauge,
      label: m.dashboard_support(),
      figure: averageText(counters.avgSupportTime),
      note: averageNote(counters.avgSupportTime, before.avgSupportTime),
      isTime: true,
      tab: "closed",
    },
    {
      id: "wait",
      icon: Clock,
      label: m.dashboard_wait(),
      figure: averageText(counters.avgWaitTime),
      note: averageNote(counters.avgWaitTime, before.avgWaitTime),
      isTime: true,
      tab: "pending",
    },
  ];
  return (
    <ul className="grid grid-cols-2 gap-2.5 sm:grid-cols-3 md:grid-cols-4 min-[85rem]:grid-cols-7">
      {cards.map((card) => (
        <li
          key={card.id}
          className={classNames("flex min-w-0", card.id === "due" && "max-sm:order-last max-sm:col-span-2")}
        >
          <CardFrame card={card}>
            <CardBody {...card} />
          </CardFrame>
        </li>
      ))}
    </ul>
  );
}

/** Says that the figure is an average, and how it compares with the previous period. */
const averageNote = (now: number, before: number | null) =>
  [m.dashboard_average(), comparison(now, before)].filter(Boolean).join(" · ");

const frame = "line-ring flex min-w-0 flex-1 flex-col rounded-lg p-3";

function CardFrame({ card, children }: { card: Card; children: ReactNode }) {
  if (card.tab)
    return (
      <Link to="/tickets" search={{ tab: card.tab }} className={`${frame} hover:bg-hover`}>
        {children}
      </Link>
    );
  if (card.isOfContacts)
    return (
      <Link to="/contacts" className={`${frame} hover:bg-hover`}>
        {children}
      </Link>
    );
  return <div className={frame}>{children}</div>;
}

function CardBody({ icon: Icon, label, figure, note, isTime = false }: Card) {
  return (
    <>
      <span className="flex items-center gap-1.5 text-ink-2 text-xs">
        <Icon aria-hidden="true" size={14} className="shrink-0 text-ink-3" />
        <span className="truncate">{label}</span>
      </span>
      {figure === null ? (
        <span className="mt-1 flex h-8.5 items-center text-base text-ink-3">{m.dashboard_no_data()}</span>
      ) : (
        <span
          className={classNames(
            "mt-1 flex h-8.5 items-center whitespace-nowrap font-semibold tracking-tight tabular-nums max-[22.5rem]:text-xl",
            isTime ? "text-2xl" : "text-3xl",
          )}
        >
          {figure}
        </span>
      )}
      <span className="min-h-4 text-ink-3 text-xs">{note}</span>
    </>
  );
}
