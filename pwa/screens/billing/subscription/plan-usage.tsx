import { TriangleAlert } from "lucide-react";
import { type LimitedKind, limitedKinds } from "../../../../sync/contracts/companies.ts";
import { money } from "../../../i18n/money.ts";
import { numberFormat } from "../../../i18n/number-format.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { Progress } from "../../../ui/progress.tsx";
import type { Subscription } from "../parts/billing-calls.ts";

const names: Record<LimitedKind, () => string> = {
  users: m.billing_usage_users,
  connections: m.billing_usage_connections,
  queues: m.billing_usage_queues,
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
        {limitedKinds.map((kind) => (
          <Used key={kind} name={names[kind]()} {...usage[kind]} />
        ))}
      </ul>
    </section>
  );
}

function Used({ name, used, limit }: { name: string; used: number; limit: number | null }) {
  const over = limit === null ? 0 : used - limit;
  const text =
    limit === null
      ? m.billing_no_limit({ used: numberFormat(used) })
      : m.billing_of_limit({ used: numberFormat(used), limit: numberFormat(limit) });
  return (
    <li className="flex flex-col gap-1.5">
      <p className="flex justify-between gap-2 text-sm">
        <span className="text-ink-2">{name}</span>
        <span className="font-medium tabular-nums">{text}</span>
      </p>
      {limit !== null && <Progress label={name} most={Math.max(limit, 1)} value={Math.min(used, limit)} />}
      {over > 0 && (
        <p className="flex gap-1.5 text-warn-ink text-xs">
          <TriangleAlert aria-hidden="true" size={14} className="mt-px shrink-0" />
          {m.billing_exceeds({ count: numberFormat(over) })}
        </p>
      )}
    </li>
  );
}
