import * as v from "valibot";
import { CompanyChange, CompanyInput, FirstAdmin, localDay } from "../../contracts/account/companies.ts";
import { Id } from "../../contracts/id.ts";
import { decimalOf } from "../../contracts/money.ts";
import type {
  CompanyLimitsWire,
  CompanyListWire,
  CompanyRemovalWire,
  CompanyUsageWire,
} from "../../contracts/wire/companies.ts";
import type { CompanyRow } from "../../domain/account/companies/index.ts";
import type { CompanyLimits } from "../../domain/account/plans/index.ts";
import type { CompanyRemoval, CompanyUsage, CompanyView } from "../../domain/account/platform/index.ts";
import { orEmpty, Switch, WholeNumber, withoutUndefined } from "../http/form-values.ts";
import { IdOrNothing } from "../http/query.ts";
import { shownAs, withNames } from "../http/reference/shown-input.ts";

const Limit = orEmpty(WholeNumber);
/** Clients send an empty text for what is not chosen. */
const renamed = v.pipe(
  v.looseObject({
    planId: IdOrNothing,
    status: v.optional(Switch),
    campaignsEnabled: v.optional(Switch),
    dueDate: orEmpty(v.string()),
    recurrence: orEmpty(v.string()),
    usersLimit: Limit,
    connectionsLimit: Limit,
    queuesLimit: Limit,
    storageGbLimit: Limit,
  }),
  v.transform(({ status, recurrence, ...same }) =>
    withoutUndefined({ ...same, isActive: status, recurrence: recurrence ?? undefined }),
  ),
);

const names = { isActive: "status" };
export const CompanyChangeWire = shownAs(withNames(CompanyChange.entries, names), v.pipe(renamed, CompanyChange));
const NewCompany = v.object({ ...CompanyInput.entries, admin: v.optional(v.nullable(FirstAdmin), null) });
export const NewCompanyWire = shownAs(withNames(NewCompany.entries, names), v.pipe(renamed, NewCompany));

/** `?ids=`: at most 20 ids, separated by commas. */
export const UsageQuery = v.object({
  ids: v.pipe(
    v.string(),
    v.transform((text) => text.split(",").filter(Boolean)),
    v.array(Id),
    v.maxLength(20),
    v.description("At most 20 ids of companies in one text, separated by commas"),
  ),
});

/** The optional body of a deletion: the name as the user typed it. */
export const TypedName = v.pipe(
  v.string(),
  v.transform((text) => text || "{}"),
  v.parseJson(),
  v.object({ name: v.optional(v.string()) }),
);

/** The own company, for its users. */
export function companyToWire(company: CompanyRow) {
  const { id, name, email, phone, planId, isActive, dueDate, recurrence, timeZone, schedules, createdAt } = company;
  return {
    ...{ id, name, email, phone, planId, recurrence, timeZone, schedules },
    status: isActive,
    dueDate: dueDate.toISOString(),
    createdAt: createdAt.toISOString(),
  };
}

/** A company in the lists of super users. */
export function companyToListWire(company: CompanyView): CompanyListWire {
  const { id, name, email, phone, planId, plan, isActive, dueDate, dueDay, recurrence, timeZone, createdAt } = company;
  const { usersLimit, connectionsLimit, queuesLimit, storageGbLimit, deletedAt, campaignsEnabled } = company;
  return {
    ...{ id, name, email, phone, planId, recurrence, timeZone },
    ...{ usersLimit, connectionsLimit, queuesLimit, storageGbLimit },
    plan: plan && { name: plan.name, value: Number(decimalOf(plan.valueCents)) },
    status: isActive,
    dueDate: dueDate.toISOString(),
    dueDay: { date: localDay(dueDate, timeZone), keeps: dueDay },
    deletedAt: deletedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    settings: [{ key: "campaignsEnabled", value: campaignsEnabled }],
  };
}

export const limitsToWire = ({ id, plan, usage }: CompanyLimits): CompanyLimitsWire => ({
  id,
  planId: plan?.id ?? null,
  plan: {
    name: plan?.name ?? null,
    users: usage.users.limit,
    connections: usage.connections.limit,
    queues: usage.queues.limit,
    storageGb: usage.storageGb.limit,
    value: Number(decimalOf(plan?.valueCents ?? 0)),
  },
  usage,
});

export const usageToWire = ({ lastSignInAt, ...usage }: CompanyUsage): CompanyUsageWire => ({
  ...usage,
  lastSignInAt: lastSignInAt?.toISOString() ?? null,
});

export const removalToWire = ({ deletedAt, ...removal }: CompanyRemoval): CompanyRemovalWire => ({
  ...removal,
  deletedAt: deletedAt.toISOString(),
});
