import { serverDate } from "../../../../sync/client/server-clock.ts";
import { zoneOf } from "../../../session/company-dates.ts";
import { useUser } from "../../../session/use-session.ts";
import type { Invoice, Plan, Subscription } from "./billing-calls.ts";
import { type ChangePlace, changeLines } from "./plan-change.ts";

/** Returns where a plan is chosen now. */
export function useChangePlace(subscription: Subscription, invoice: Invoice | null): ChangePlace {
  const { company } = useUser();
  return { subscription, invoice, zone: zoneOf(company), now: serverDate() };
}

/** Says what the change to another plan costs, before it is chosen. */
export const ChangeWords = ({ chosen, place }: { chosen: Plan; place: ChangePlace }) => (
  <div className="flex flex-col gap-0.5 text-ink-2 text-xs tabular-nums *:first:font-medium *:first:text-ink">
    {changeLines(chosen, place).map((line) => (
      <p key={line}>{line}</p>
    ))}
  </div>
);
