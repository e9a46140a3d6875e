import { Link } from "@tanstack/react-router";
import { Star } from "lucide-react";
import type { DashboardWire } from "../../../contracts/wire/dashboard.ts";
import { languageTag } from "../../i18n/language.ts";
import { numberFormat } from "../../i18n/number-format.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { Avatar } from "../../ui/avatar.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Table, type TableColumn } from "../../ui/lists/table.tsx";
import { shortMinutes } from "./minutes.ts";

type Attendant = DashboardWire["attendants"][number];

export function AttendantsTable({ attendants }: { attendants: Attendant[] }) {
  return <Table label={m.dashboard_attendants()} columns={columns()} rows={attendants} rowKey={({ id }) => id} />;
}

const columns = (): TableColumn<Attendant>[] => [
  {
    id: "name",
    header: m.dashboard_col_name(),
    isTitle: true,
    cell: ({ id, name }) => (
      <span className="flex min-w-0 items-center gap-2.5">
        <Avatar id={id} name={name} size={24} />
        <span dir="auto" className="truncate">
          {name}
        </span>
      </span>
    ),
  },
  { id: "rating", header: m.dashboard_col_rating(), cell: ({ rating }) => <Stars rating={rating} /> },
  {
    id: "support",
    header: m.dashboard_support_time(),
    align: "right",
    narrow: "wrap",
    cell: ({ avgSupportTime }) => (avgSupportTime > 0 ? shortMinutes(avgSupportTime) : "—"),
  },
  {
    id: "tickets",
    header: m.dashboard_col_tickets(),
    align: "right",
    cell: ({ id, name, tickets }) =>
      tickets > 0 ? (
        <Link
          to="/tickets"
          search={{ tab: "open", agent: id }}
          aria-label={m.dashboard_tickets_of({ count: tickets, name })}
          className="rounded-xs px-1 underline decoration-line underline-offset-4 hover:decoration-current"
        >
          {numberFormat(tickets)}
        </Link>
      ) : (
        "0"
      ),
  },
  {
    id: "online",
    header: m.dashboard_col_online(),
    cell: ({ online }) => (
      <span className={classNames("flex items-center gap-2", online ? "text-ink" : "text-ink-3")}>
        <span
          aria-hidden="true"
          className={classNames("size-2 rounded-full", online ? "bg-primary" : "border-[1.5px] border-ink-3")}
        />
        {online ? m.dashboard_is_online() : m.dashboard_is_offline()}
      </span>
    ),
  },
];

const MAX_STARS = 3;

function Stars({ rating }: { rating: number | null }) {
  if (rating === null) return <span className="text-ink-3">{m.dashboard_unrated()}</span>;
  const words = new Intl.NumberFormat(languageTag(), { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(
    rating,
  );
  return (
    <span className="flex items-center gap-2">
      <span role="img" aria-label={m.dashboard_stars({ rating: words, most: MAX_STARS })} className="flex gap-0.5">
        {Array.from({ length: MAX_STARS }, (_, at) => at + 1).map((star) => (
          <Star
            key={star}
            size={15}
            className={star <= Math.round(rating) ? "fill-warn-mark text-warn-mark" : "text-ink-disabled"}
          />
        ))}
      </span>
      <span aria-hidden="true" className="text-ink-2 tabular-nums">
        {words}
      </span>
    </span>
  );
}
