import type { Profile } from "../../contracts/account/permissions.ts";
import { can } from "../../contracts/account/permissions.ts";
import { DomainError } from "../../contracts/domain-error.ts";
import { requireStanding, type Standing } from "../../domain/account/companies/index.ts";

/**
 * All that a session reaches after its company's due date: what paying needs, and what the application's frame reads.
 * Every other route, the replication, the live channel and the media answer `ERR_SUBSCRIPTION_EXPIRED`.
 */
const reachable: [methods: RegExp, path: RegExp][] = [
  [/./, /^\/auth\//],
  [/./, /^\/invoices(\/|$)/],
  [/./, /^\/subscription(\/|$)/],
  [/^GET$/, /^\/plans\/(list|all|[0-9a-f-]{36})$/],
  [/^GET$/, /^\/companies\/(listPlan\/)?[0-9a-f-]{36}$/],
  [/^GET$/, /^\/settings$/],
];

/** Whether a session of this company is limited to paying. */
export const isRestricted = ({ standing }: Pick<Standing, "standing">): boolean => standing !== "works";

/** Refuses a session, at sign-in and at each new bearer: of a company past its due date only those who pay go on. */
export function requireEntry({ profile, ...company }: Standing & { profile: Profile }): void {
  const isPaying = company.standing !== "inactive" && can.viewSubscription(profile);
  if (!isPaying) requireStanding(company);
}

/** Refuses a restricted session on every other route. */
export function requireReach(method: string, path: string, company: Partial<Pick<Standing, "dueDate">> = {}): void {
  if (reachable.some(([methods, paths]) => methods.test(method) && paths.test(path))) return;
  const { dueDate } = company;
  throw new DomainError("ERR_SUBSCRIPTION_EXPIRED", dueDate ? { dueDate: dueDate.toISOString() } : {});
}
