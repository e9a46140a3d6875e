import * as v from "valibot";
import { PlanChange, PlanInput } from "../../contracts/account/plans.ts";
import { Cents, decimalOf } from "../../contracts/money.ts";
import type { PlanDetailsWire, PlanWire } from "../../contracts/wire/plans.ts";
import type { PlanRow, PlanView } from "../../domain/account/plans/index.ts";
import { Switch, said, WholeNumber } from "../http/form-values.ts";

const posted = {
  name: v.string(),
  users: WholeNumber,
  connections: WholeNumber,
  queues: WholeNumber,
  storageGb: WholeNumber,
  value: Cents,
  public: Switch,
};

export const NewPlanWire = v.pipe(
  v.object({ ...posted, storageGb: v.optional(posted.storageGb), public: v.optional(posted.public) }),
  v.transform(({ value, public: isPublic, ...plan }) => said({ ...plan, valueCents: value, isPublic })),
  PlanInput,
);

export const PlanChangeWire = v.pipe(
  v.partial(v.object(posted)),
  v.transform(({ value, public: isPublic, ...plan }) => said({ ...plan, valueCents: value, isPublic })),
  PlanChange,
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
