import { CircleAlert, Clock, RefreshCw, ShieldMinus } from "lucide-react";
import type { ReactNode } from "react";
import type { ConnectionRef } from "../../../../contracts/desk/refs.ts";
import { CHECKS_AT_ONCE, CHECKS_EVERY_MS } from "../../../../contracts/marketing/contact-lists.ts";
import { numberFormat } from "../../../i18n/number-format.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { useDesk, useObservable, useSyncStatus } from "../../../session/desk.tsx";
import { Dot } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { usePhone } from "../../../ui/hooks/use-phone.ts";
import { Progress } from "../../../ui/progress.tsx";
import { lengthOf } from "../../campaigns/parts/campaign-times.ts";
import type { ListSummary } from "../parts/list-calls.ts";

type SummaryStripProps = {
  summary: ListSummary;
  canWrite: boolean;
  isBusy: boolean;
  onCheckAgain: () => void;
};

/** Shows the counts of a list and how far the WhatsApp check is. */
export function SummaryStrip({ summary, canWrite, isBusy, onCheckAgain }: SummaryStripProps) {
  const isPhone = usePhone();
  return (
    <section
      aria-label={m.contact_lists_summary()}
      className={
        isPhone
          ? "flex flex-col gap-2"
          : "line-ring flex min-h-10 flex-wrap items-center gap-x-3 gap-y-2 rounded-lg px-3.5 py-1.5"
      }
    >
      <Counts summary={summary} isPhone={isPhone} />
      {summary.checking > 0 && <CheckProgress summary={summary} />}
      {summary.checking === 0 && !isPhone && (
        <Button
          kind="ghost"
          size="small"
          icon={<RefreshCw aria-hidden="true" size={14} />}
          disabled={!canWrite}
          busy={isBusy && m.contact_lists_checking()}
          onClick={onCheckAgain}
          className="ml-auto"
        >
          {m.contact_lists_check_again()}
        </Button>
      )}
    </section>
  );
}

function Counts({
  summary: { total, valid, invalid, optedOut, ready, checking },
  isPhone,
}: {
  summary: ListSummary;
  isPhone: boolean;
}) {
  return (
    <ul className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      {!isPhone && (
        <Count
          count={total}
          words={m.contact_lists_count_all({ count: total })}
          className="border-line border-r pr-3"
        />
      )}
      {valid > 0 && (
        <Count
          icon={<Dot />}
          count={isPhone ? ready : valid}
          words={
            isPhone ? m.contact_lists_count_ready({ count: ready }) : m.contact_lists_count_valid({ count: valid })
          }
        />
      )}
      {invalid > 0 && (
        <Count
          icon={<CircleAlert aria-hidden="true" size={14} />}
          count={invalid}
          words={isPhone ? m.contact_lists_count_invalid_short() : m.contact_lists_count_invalid()}
          className="text-danger-ink"
        />
      )}
      {optedOut > 0 && (
        <Count
          icon={<ShieldMinus aria-hidden="true" size={14} className="text-ink-2" />}
          count={optedOut}
          words={
            isPhone
              ? m.contact_lists_count_out_short({ count: optedOut })
              : m.contact_lists_count_out({ count: optedOut })
          }
        />
      )}
      {checking > 0 && (
        <Count
          icon={<Clock aria-hidden="true" size={14} className="text-ink-3" />}
          count={checking}
          words={m.contact_lists_count_checking()}
        />
      )}
    </ul>
  );
}

type CountProps = { icon?: ReactNode; count: number; words: string; className?: string };

const Count = ({ icon, count, words, className }: CountProps) => (
  <li className={`flex items-center gap-1.5 ${className ?? "text-ink-2"}`}>
    {icon}
    <b className={`font-semibold tabular-nums ${className?.includes("danger") ? "" : "text-ink"}`}>
      {numberFormat(count)}
    </b>
    <span>{words}</span>
  </li>
);

function CheckProgress({ summary: { total, checking } }: { summary: ListSummary }) {
  const desk = useDesk();
  const { firstSyncDone } = useSyncStatus();
  const connections = useObservable<ConnectionRef[] | null>(() => desk.refs$("connection"), [desk], null);
  const canCheck = connections?.some(({ channel, status }) => channel === "whatsapp" && status === "CONNECTED");
  const waits = connections !== null && firstSyncDone && !canCheck;
  const leftMs = Math.ceil(checking / CHECKS_AT_ONCE) * CHECKS_EVERY_MS;
  return (
    <div className="flex items-center gap-3 text-ink-3 text-xs sm:ml-auto">
      <div className="w-24 max-sm:flex-1">
        <Progress label={m.contact_lists_check_progress()} value={total - checking} most={total} />
      </div>
      <span role="status" className="tabular-nums">
        {waits ? m.contact_lists_check_waits() : m.contact_lists_check_ends({ time: lengthOf(leftMs) })}
      </span>
    </div>
  );
}
