import { Check } from "lucide-react";
import { m } from "../../../i18n/paraglide/messages.js";
import { lastPaidDay } from "../../../session/company-dates.ts";
import { useUser } from "../../../session/use-session.ts";

/**
 * Says that the payment has arrived: the license is renewed, and the page leaves for the start, or an upgrade gave the
 * company `plan`.
 */
export function Renewed({ plan }: { plan: string | null }) {
  const { company } = useUser();
  return (
    <div role="status" className="flex min-h-60 flex-col items-center justify-center gap-3 text-center">
      <span className="grid size-12 place-items-center rounded-full bg-primary text-on-primary">
        <Check aria-hidden="true" size={24} />
      </span>
      <p className="font-semibold text-xl">
        {plan === null ? m.billing_renewed({ date: lastPaidDay(company) }) : m.billing_upgraded({ name: plan })}
      </p>
      {plan === null && <p className="text-ink-2">{m.billing_renewed_text()}</p>}
    </div>
  );
}
