import { TriangleAlert } from "lucide-react";
import { type PlanKind, planKinds, STORAGE_NOTICE_SHARE } from "../../../../contracts/account/companies.ts";
import { money } from "../../../i18n/money.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { planAmount } from "../../../i18n/plan-amount.ts";
import { Progress } from "../../../ui/progress.tsx";
import type { Subscription } from "../parts/billing-calls.ts";

const names: Record<PlanKind, () => string> = {
  users: m.billing_usage_users,
  connections: m.billing_usage_connections,
  queues: m.billing_usage_queues,
  storageGb: m.billing_usage_storage,
};

const cycles: Record<string, () => string> = {
  MENSAL: m.billing_recurrence_mensal,
  BIMESTRAL: m.billing_recurrence_bimestral,
  TRIMESTRAL: m.billing_recurrence_trimestral,
  SEMESTRAL: m.billing_recurrence_semestral,
  ANUAL: m.billing_recurrence_anual,
};

/** Shows the plan and how much of it the company uses; it says what exceeds a limit. */
export function PlanUsage({ subscription: { plan, usage, recurrence } }: { subscription: Subscription }) {
  return (
    <section aria-label={m.billing_your_plan()} className="line-ring flex flex-col gap-4 self-start rounded-lg p-4.5">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="text-md">{plan ? m.billing_plan({ name: plan.name }) : m.billing_no_plan()}</h2>
        {plan && (
          <p className="text-ink-2 text-sm tabular-nums">
            {m.billing_per_month({ price: money(plan.value) })} · {cycles[recurrence]?.() ?? recurrence}
          </p>
        )}
      </header>
      <ul className="flex flex-col gap-3.5">
        {planKinds.map((kind) => (
          <Used key={kind} kind={kind} {...usage[kind]} />
        ))}
      </ul>
    </section>
  );
}

type UsedProps = { kind: PlanKind; used: number; limit: number | null };

function Used({ kind, used, limit }: UsedProps) {
  const name = names[kind]();
  const amount = (value: number) => planAmount(kind, value);
  const text =
    limit === null
      ? m.billing_no_limit({ used: amount(used) })
      : m.billing_of_limit({ used: amount(used), limit: amount(limit) });
  const warning = limit === null ? null : warningOf(kind, used, limit);
  return (
    <li className="flex flex-col gap-1.5">
      <p className="flex justify-between gap-2 text-sm">
        <span className="text-ink-2">{name}</span>
        <span className="font-medium tabular-nums">{text}</span>
      </p>
      {limit !== null && <Progress label={name} most={Math.max(limit, 1)} value={Math.min(used, limit)} />}
      {warning && (
        <p className="flex gap-1.5 text-warn-ink text-xs">
          <TriangleAlert aria-hidden="true" size={14} className="mt-px shrink-0" />
          {warning}
        </p>
      )}
    </li>
  );
}

/** Returns a sentence about a kind that is used up; of storage, also when it nearly is. Null: there is room. */
function warningOf(kind: PlanKind, used: number, limit: number): string | null {
  if (kind !== "storageGb") return used > limit ? m.billing_exceeds({ count: planAmount(kind, used - limit) }) : null;
  if (used >= limit) return m.billing_storage_full();
  return used > limit * STORAGE_NOTICE_SHARE ? m.billing_storage_almost() : null;
}
