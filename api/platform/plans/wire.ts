import * as v from "valibot";
import { PlanChange, PlanInput } from "../../../contracts/account/plans.ts";
import { Cents, decimalOf, MAX_AMOUNT_CENTS } from "../../../contracts/money.ts";
import type { PlanDetailsWire, PlanWire } from "../../../contracts/wire/plans.ts";
import type { PlanRow, PlanView } from "../../../domain/account/plans/index.ts";
import { Switch, WholeNumber, withoutUndefined } from "../../http/form-values.ts";
import { shownAs, withNames } from "../../http/reference/shown-input.ts";

const posted = {
  name: v.string(),
  users: WholeNumber,
  connections: WholeNumber,
  queues: WholeNumber,
  storageGb: WholeNumber,
  value: Cents,
  public: Switch,
};

const names = { valueCents: "value", isPublic: "public" };
const price = v.pipe(
  v.number(),
  v.minValue(0),
  v.maxValue(MAX_AMOUNT_CENTS / 100),
  v.description("BRL per month, with at most two decimals; also as a text, '30.00'"),
);

export const NewPlanWire = shownAs(
  withNames(PlanInput.entries, names, { value: price }),
  v.pipe(
    v.object({ ...posted, storageGb: v.optional(posted.storageGb), public: v.optional(posted.public) }),
    v.transform(({ value, public: isPublic, ...plan }) => withoutUndefined({ ...plan, valueCents: value, isPublic })),
    PlanInput,
  ),
);

export const PlanChangeWire = shownAs(
  withNames(PlanChange.entries, names, { value: v.optional(price) }),
  v.pipe(
    v.partial(v.object(posted)),
    v.transform(({ value, public: isPublic, ...plan }) => withoutUndefined({ ...plan, valueCents: value, isPublic })),
    PlanChange,
  ),
);

export const planToWire = ({ id, name, users, connections, queues, storageGb, valueCents }: PlanRow): PlanWire => ({
  ...{ id, name, users, connections, queues, storageGb },
  value: Number(decimalOf(valueCents)),
});

export const planToDetailsWire = (plan: PlanView): PlanDetailsWire => ({
  ...planToWire(plan),
  public: plan.isPublic,
  companies: plan.companies,
});
