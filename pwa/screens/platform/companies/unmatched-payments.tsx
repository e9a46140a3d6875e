import { CircleAlert } from "lucide-react";
import { useState } from "react";
import type { PaymentEventWire } from "../../../../contracts/wire/billing.ts";
import { moment } from "../../../i18n/full-dates.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/layers/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { type List, ListBody, ListNotices, useList } from "../../lists/index.ts";
import { ReasonDialog } from "../parts/reason-dialog.tsx";
import { companyCalls, eventPage } from "./company-calls.ts";
import { amountText, eventReasonText, providerText } from "./invoice-text.tsx";

const none: never[] = [];
const unmatched = { state: "unmatched" };

/** Tells about confirmed payments that paid no invoice, until a super user has dismissed each with a reason. */
export function UnmatchedPayments() {
  const [isOpen, setOpen] = useState(false);
  const list = useList<PaymentEventWire>({
    path: "/payment-events",
    query: unmatched,
    read: eventPage,
    keyOf: ({ id }) => id,
    changesWith: none,
    remember: false,
  });
  const count = list.rows.length;
  if (count === 0 && !isOpen) return null;
  return (
    <>
      {count > 0 && (
        <Notice
          tone="warn"
          icon={<CircleAlert aria-hidden="true" size={16} />}
          actions={
            <Button size="small" onClick={() => setOpen(true)}>
              {m.platform_unmatched_show()}
            </Button>
          }
        >
          {list.hasMore ? m.platform_unmatched_more({ count }) : m.platform_unmatched({ count })}
        </Notice>
      )}
      {isOpen && <Payments list={list} onClose={() => setOpen(false)} />}
    </>
  );
}

function Payments({ list, onClose }: { list: List<PaymentEventWire>; onClose: () => void }) {
  const [dismissed, setDismissed] = useState<PaymentEventWire | null>(null);
  if (dismissed)
    return (
      <ReasonDialog
        subjectId={dismissed.id}
        title={m.platform_dismiss_title()}
        text={m.platform_dismiss_text()}
        confirmLabel={m.platform_dismiss()}
        onConfirm={(reason) => companyCalls.dismissPayment(dismissed.id, reason)}
        onDone={list.again}
        onClose={() => setDismissed(null)}
      />
    );
  return (
    <Dialog open onClose={onClose} size="large" title={m.platform_unmatched_title()}>
      <div className="flex flex-col gap-3">
        <p className="text-ink-2">{m.platform_unmatched_text()}</p>
        <ListNotices list={list} offlineText={m.platform_offline()} />
        <ListBody
          list={list}
          isFiltered={false}
          add={null}
          failedTitle={m.platform_load_failed()}
          empty={{ title: m.platform_unmatched_none(), text: m.platform_unmatched_none_text() }}
        >
          <ul aria-label={m.platform_unmatched_title()} className="line-ring rounded-lg">
            {list.rows.map((event) => (
              <Payment key={event.id} event={event} disabled={!list.canWrite} onDismiss={() => setDismissed(event)} />
            ))}
          </ul>
        </ListBody>
      </div>
    </Dialog>
  );
}

type PaymentProps = { event: PaymentEventWire; disabled: boolean; onDismiss: () => void };

function Payment({ event, disabled, onDismiss }: PaymentProps) {
  const { provider, providerId, reason, value, company, invoice, createdAt } = event;
  const about = [
    company?.name,
    invoice && m.platform_invoice_number({ number: invoice.number }),
    m.platform_event_id({ id: providerId }),
  ];
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1.5 border-line px-3 py-2.5 not-last:border-b">
      <span className="min-w-40 flex-1">
        <span className="block font-medium">{eventReasonText(reason)}</span>
        <span className="block text-ink-2 text-xs [overflow-wrap:anywhere]">{about.filter(Boolean).join(" · ")}</span>
        <span className="block text-ink-3 text-xs">
          {providerText(provider)}, {moment(createdAt)}
        </span>
      </span>
      <span className="tabular-nums">{value === null ? m.platform_event_no_value() : amountText(value)}</span>
      <Button
        size="small"
        disabled={disabled}
        aria-label={m.platform_dismiss_of({ id: providerId })}
        onClick={onDismiss}
      >
        {m.platform_dismiss()}
      </Button>
    </li>
  );
}
