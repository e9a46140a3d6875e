import * as v from "valibot";
import { SubscriptionWire } from "../../../../contracts/wire/billing.ts";
import { PlanWire } from "../../../../contracts/wire/plans.ts";
import { useServerData } from "../../../session/server-data/use-server-data.ts";

const readSubscription = (answer: unknown) => v.parse(SubscriptionWire, answer);
const readPlans = (answer: unknown) => v.parse(v.array(PlanWire), answer);

/** Returns the company's subscription, live. */
export const useSubscription = () =>
  useServerData("/subscription", readSubscription, {
    changesWith: ["invoices", "users", "connections", "queues"],
    remember: true,
  });

/** Returns the plans that everyone can choose. */
export const usePublicPlans = () => useServerData("/plans/list", readPlans, { remember: true });
