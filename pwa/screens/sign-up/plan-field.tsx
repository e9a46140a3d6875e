import type { PlanWire } from "../../../contracts/wire/plans.ts";
import { money } from "../../i18n/money.ts";
import { m } from "../../i18n/paraglide/messages.js";
import type { ServerData } from "../../session/server-data/use-server-data.ts";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/fields/select.tsx";
import { usePhone } from "../../ui/hooks/use-phone.ts";

type PlanFieldProps = {
  plans: ServerData<PlanWire[]> & { again: () => void };
  value: string;
  onChange: (id: string) => void;
  error?: string;
};

/** Chooses a public plan. On phones there is room for name and price only. */
export function PlanField({ plans, value, onChange, error }: PlanFieldProps) {
  const isPhone = usePhone();
  const { data, state, again } = plans;
  const detail = ({ users, connections, value: price }: PlanWire) => {
    const perMonth = m.billing_per_month({ price: money(price) });
    const limits = `${m.billing_users({ count: users })}, ${m.billing_connections({ count: connections })}`;
    return isPhone ? `· ${perMonth}` : `· ${limits} · ${perMonth}`;
  };
  return (
    <div className="flex flex-col gap-1.5">
      <Select
        large
        label={m.sign_up_plan()}
        placeholder={data?.length === 0 ? m.sign_up_no_plans() : m.ui_choose()}
        disabled={!data?.length}
        options={(data ?? []).map((plan) => ({ value: plan.id, label: plan.name, detail: detail(plan) }))}
        value={value || null}
        onChange={onChange}
        error={error}
      />
      {!data && (state === "failed" || state === "offline") && (
        <p className="flex items-center gap-2 text-ink-2 text-xs">
          {m.sign_up_plans_failed()}
          <Button kind="ghost" size="small" onClick={again}>
            {m.ui_try_again()}
          </Button>
        </p>
      )}
    </div>
  );
}
