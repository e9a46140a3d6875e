import { TriangleAlert } from "lucide-react";
import { type PlanKind, planKinds } from "../../../../contracts/account/companies.ts";
import type { CompanyUsageWire } from "../../../../contracts/wire/companies.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { planAmount } from "../../../i18n/plan-amount.ts";

type Used = CompanyUsageWire[PlanKind];

/** "3 de 4"; without a limit only the number. */
const shareText = (kind: PlanKind, { used, limit }: Used) =>
  limit === null
    ? planAmount(kind, used)
    : m.platform_used_of({ used: planAmount(kind, used), limit: planAmount(kind, limit) });

const kindText: Record<PlanKind, (inputs: { share: string }) => string> = {
  users: m.platform_usage_users,
  connections: m.platform_usage_connections,
  queues: m.platform_usage_queues,
  storageGb: m.platform_usage_storage,
};

export const isOver = ({ used, limit }: Used): boolean => limit !== null && used > limit;
export const overKinds = (usage: CompanyUsageWire): PlanKind[] => planKinds.filter((kind) => isOver(usage[kind]));

/** Shows the use of the plan in one line; what exceeds it is marked and named. */
export const UsageLine = ({ usage }: { usage: CompanyUsageWire }) => (
  <span className="flex flex-wrap gap-x-2 text-ink-2 text-xs tabular-nums">
    {planKinds.map((kind) => (
      <span key={kind} className={isOver(usage[kind]) ? "font-medium text-danger-ink" : undefined}>
        {kindText[kind]({ share: shareText(kind, usage[kind]) })}
      </span>
    ))}
    <OverPlan usage={usage} />
  </span>
);

/** Shows the use of one limit: "13 de 12". */
export const Share = ({ kind, of }: { kind: PlanKind; of: Used }) => (
  <span className={isOver(of) ? "font-medium text-danger-ink" : "text-ink-2"}>{shareText(kind, of)}</span>
);

/** Marks a company that exceeds its limits. */
export const OverPlan = ({ usage }: { usage: CompanyUsageWire }) =>
  overKinds(usage).length > 0 && (
    <span className="inline-flex items-center gap-1 whitespace-nowrap font-medium text-danger-ink text-xs">
      <TriangleAlert aria-hidden="true" size={12} className="shrink-0" />
      {m.platform_over_plan()}
    </span>
  );
