import { TriangleAlert } from "lucide-react";
import { type LimitedKind, limitedKinds } from "../../../../../sync/contracts/companies.ts";
import type { CompanyUsageWire } from "../../../../../sync/contracts/wire/companies.ts";
import { numberFormat } from "../../../../i18n/number-format.ts";
import { m } from "../../../../i18n/paraglide/messages.js";

type Used = CompanyUsageWire[LimitedKind];

/** "3 de 4"; without a limit only the number. */
const share = ({ used, limit }: Used) =>
  limit === null ? numberFormat(used) : m.platform_used_of({ used: numberFormat(used), limit: numberFormat(limit) });

const kindText: Record<LimitedKind, (inputs: { share: string }) => string> = {
  users: m.platform_usage_users,
  connections: m.platform_usage_connections,
  queues: m.platform_usage_queues,
};

export const isOver = ({ used, limit }: Used): boolean => limit !== null && used > limit;
export const overKinds = (usage: CompanyUsageWire): LimitedKind[] => limitedKinds.filter((kind) => isOver(usage[kind]));

/** Shows the use of the plan; what exceeds it is marked and named. */
export function UsageLine({ usage }: { usage: CompanyUsageWire }) {
  return (
    <span className="flex flex-wrap gap-x-2 text-ink-2 text-xs tabular-nums">
      {limitedKinds.map((kind) => (
        <span key={kind} className={isOver(usage[kind]) ? "font-medium text-danger-ink" : undefined}>
          {kindText[kind]({ share: share(usage[kind]) })}
        </span>
      ))}
      {overKinds(usage).length > 0 && (
        <span className="inline-flex items-center gap-1 font-medium text-danger-ink">
          <TriangleAlert aria-hidden="true" size={12} />
          {m.platform_over_plan()}
        </span>
      )}
    </span>
  );
}
