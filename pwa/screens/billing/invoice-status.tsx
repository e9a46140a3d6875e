import { Ban, Check, Clock, TriangleAlert } from "lucide-react";
import { m } from "../../i18n/paraglide/messages.js";
import { StatusChip, type Tone } from "../../ui/fields/chips.tsx";
import type { Invoice } from "./parts/billing-calls.ts";

type Look = { tone: Tone; Icon: typeof Check; label: () => string; ink: string };

const looks = {
  paid: { tone: "success", Icon: Check, label: m.billing_paid, ink: "text-on-success-soft" },
  overdue: { tone: "danger", Icon: TriangleAlert, label: m.billing_overdue, ink: "text-danger-ink" },
  open: { tone: "info", Icon: Clock, label: m.billing_open, ink: "text-on-info-soft" },
  void: { tone: "neutral", Icon: Ban, label: m.billing_void, ink: "text-ink-3" },
} satisfies Record<string, Look>;

export const lookOf = ({ status, overdue }: Invoice): Look => looks[status === "open" && overdue ? "overdue" : status];

/** On the highlighted row of an overdue invoice the chip is white. */
export function InvoiceStatus({ invoice }: { invoice: Invoice }) {
  const { tone, Icon, label } = lookOf(invoice);
  const isOverdue = tone === "danger";
  return (
    <StatusChip
      tone={tone}
      icon={<Icon aria-hidden="true" size={13} />}
      className={isOverdue ? "bg-surface! text-danger-ink!" : undefined}
    >
      {label()}
    </StatusChip>
  );
}

/** Formats the number that people see with at least four digits: 0902. */
export const numberOf = ({ number }: Pick<Invoice, "number">): string => String(number).padStart(4, "0");
