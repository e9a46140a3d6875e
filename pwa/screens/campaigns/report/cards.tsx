import {
  CalendarDays,
  Check,
  CheckCheck,
  CircleQuestionMark,
  Clock,
  List,
  type LucideIcon,
  Plug,
  Users,
} from "lucide-react";
import { numberFormat } from "../../../i18n/number-format.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { classNames } from "../../../ui/class-names.ts";
import { fullAt, momentAt, percentOf, secondsAt, shortDayAt } from "../parts/campaign-times.ts";
import type { CampaignReport } from "./report-wire.ts";

type Card = { label: string; value: string; note: string; Icon: LucideIcon };

/** Shows the figures of a campaign and what it was set up with. */
export const Cards = ({ report }: { report: CampaignReport }) => (
  <dl
    className={classNames("grid grid-cols-2 gap-3", report.campaign.confirmation ? "lg:grid-cols-4" : "lg:grid-cols-3")}
  >
    {[...figuresOf(report), ...factsOf(report)].map(({ label, value, note, Icon }) => (
      <div key={label} className="line-ring flex min-w-0 gap-3 rounded-lg px-3.5 py-3 max-sm:gap-2">
        <span
          aria-hidden="true"
          className="grid size-8 shrink-0 place-items-center rounded-md bg-primary-soft text-on-primary-soft max-sm:hidden"
        >
          <Icon size={16} />
        </span>
        <div className="min-w-0">
          <dt className="text-ink-2 text-xs">{label}</dt>
          <dd>
            <span className="line-clamp-2 font-semibold text-xl tabular-nums max-sm:text-lg [overflow-wrap:anywhere]">
              {value}
            </span>
            <span className="block text-ink-3 text-xs">{note}</span>
          </dd>
        </div>
      </div>
    ))}
  </dl>
);

function figuresOf({ campaign, counts }: CampaignReport): Card[] {
  const valid = {
    label: m.campaigns_card_valid(),
    value: numberFormat(counts.valid),
    note: m.campaigns_card_valid_note({ total: numberFormat(counts.total) }),
    Icon: Users,
  };
  const delivered = {
    label: m.campaigns_card_delivered(),
    value: numberFormat(counts.delivered),
    note: m.campaigns_card_delivered_note({ count: counts.read, shown: numberFormat(counts.read) }),
    Icon: CheckCheck,
  };
  if (!campaign.confirmation) return [valid, delivered];
  const asked = {
    label: m.campaigns_card_asked(),
    value: numberFormat(counts.asked),
    note: m.campaigns_card_asked_note({ percent: String(percentOf(counts.asked, counts.valid)) }),
    Icon: CircleQuestionMark,
  };
  const confirmed = {
    label: m.campaigns_card_confirmed(),
    value: numberFormat(counts.confirmed),
    note: m.campaigns_card_confirmed_note({ percent: String(percentOf(counts.confirmed, counts.asked)) }),
    Icon: Check,
  };
  return [valid, asked, confirmed, delivered];
}

function factsOf({ campaign, counts, connections, startedAt, expectedEndAt, timeZone }: CampaignReport): Card[] {
  const { scheduledAt, completedAt, status } = campaign;
  const present = connections.filter(({ isDeleted }) => !isDeleted).length;
  const isExpected = status === "running" && expectedEndAt;
  return [
    {
      label: m.campaigns_card_connection(),
      value: campaign.whatsapp?.name ?? m.campaigns_no_connection(),
      note: present > 0 ? m.campaigns_card_connection_note({ count: present }) : "",
      Icon: Plug,
    },
    {
      label: m.campaigns_card_list(),
      value: campaign.contactList?.name ?? m.campaigns_no_list(),
      note:
        counts.excluded > 0
          ? m.campaigns_card_list_out({ count: counts.excluded, shown: numberFormat(counts.excluded) })
          : "",
      Icon: List,
    },
    {
      label: m.campaigns_card_scheduled(),
      value: scheduledAt ? fullAt(scheduledAt, timeZone) : m.campaigns_no_schedule(),
      note: startedAt ? m.campaigns_card_scheduled_note({ at: startText(startedAt, scheduledAt, timeZone) }) : "",
      Icon: CalendarDays,
    },
    {
      label: m.campaigns_card_completed(),
      value: completedAt ? fullAt(completedAt, timeZone) : m.campaigns_not_completed(),
      note: isExpected ? m.campaigns_card_completed_note({ at: momentAt(expectedEndAt, timeZone) }) : "",
      Icon: Clock,
    },
  ];
}

/** The day is left out when the card shows it already. */
const startText = (startedAt: string, scheduledAt: string | null, timeZone: string): string =>
  scheduledAt && shortDayAt(startedAt, timeZone) === shortDayAt(scheduledAt, timeZone)
    ? secondsAt(startedAt, timeZone)
    : `${shortDayAt(startedAt, timeZone)}, ${secondsAt(startedAt, timeZone)}`;
