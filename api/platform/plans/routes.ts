import { Hono, type MiddlewareHandler } from "hono";
import type { Database } from "../../../db/index.ts";
import {
  changePlan,
  createPlan,
  deletePlan,
  listPlans,
  listPublicPlans,
  showOfferedPlan,
  showPlan,
} from "../../../domain/account/plans/index.ts";
import { IdAnswer } from "../../http/answer-values.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { describe } from "../../http/reference/describe.ts";
import { idOr, validated } from "../../http/validate.ts";
import { findSignedIn, superOnly } from "../../session/index.ts";
import { OfferedPlanAnswer, PlanDetailsAnswer, PlansAnswer, PublicPlansAnswer } from "./answers.ts";
import { NewPlanWire, PlanChangeWire, planToDetailsWire, planToWire } from "./wire.ts";

const noPlan = "ERR_NO_PLAN_FOUND";

type Deps = { signedIn: MiddlewareHandler<AppEnv>; database: Database };

export function planRoutes({ signedIn, database }: Deps) {
  const publicPlans = async () =>
    (await database.asPlatform((db) => listPublicPlans({ db }), { isReading: true })).map(planToWire);
  return new Hono<AppEnv>()
    .get(
      "/plans/list",
      describe("plans", "List the public plans, the cheapest first; needs no session", { 200: PublicPlansAnswer }),
      async (c) => c.json(await publicPlans()),
    )
    .get(
      "/plans/all",
      describe(
        "plans",
        "List all plans with the number of their companies (super users); everybody else gets the public plans, also without a session",
        { 200: PlansAnswer },
      ),
      async (c) => {
        const isSuper = (await findSignedIn(c, signedIn))?.actor.isSuper;
        if (!isSuper) return c.json(await publicPlans());
        return c.json((await c.var.platform(listPlans, { isReading: true })).map(planToDetailsWire));
      },
    )
    .get(
      "/plans/:id",
      describe("plans", "Get a plan (admins: their company's or a public one)", { 200: OfferedPlanAnswer }),
      signedIn,
      async (c) => {
        const id = idOr(noPlan, c.req.param("id"));
        const { actor } = await c.var.person();
        if (!actor.isSuper) return c.json(planToWire(await c.var.read((ctx) => showOfferedPlan(ctx, id))));
        return c.json(planToDetailsWire(await c.var.platform((ctx) => showPlan(ctx, id), { isReading: true })));
      },
    )
    .post(
      "/plans",
      describe(
        "plans",
        "Create a plan (super users). `value`: the price per month in BRL, '30.00' or 30. `storageGb`: the most bytes of a company's files, in units of 1024 MiB; 10 when absent",
        { 200: PlanDetailsAnswer },
      ),
      signedIn,
      superOnly,
      validated("json", NewPlanWire),
      async (c) => {
        const plan = c.req.valid("json");
        const view = await c.var.platform(async (ctx) => showPlan(ctx, (await createPlan(ctx, plan)).id));
        return c.json(planToDetailsWire(view));
      },
    )
    .put(
      "/plans/:id",
      describe(
        "plans",
        "Change a plan (super users); omitted fields are unchanged. Invoices that exist keep their amount",
        {
          200: PlanDetailsAnswer,
        },
      ),
      signedIn,
      superOnly,
      validated("json", PlanChangeWire),
      async (c) => {
        const id = idOr(noPlan, c.req.param("id"));
        const change = c.req.valid("json");
        const view = await c.var.platform(async (ctx) => showPlan(ctx, (await changePlan(ctx, id, change)).id));
        return c.json(planToDetailsWire(view));
      },
    )
    .delete(
      "/plans/:id",
      describe("plans", "Delete a plan that no company and no open invoice has (super users)", { 200: IdAnswer }),
      signedIn,
      superOnly,
      async (c) => {
        const id = idOr(noPlan, c.req.param("id"));
        await c.var.platform((ctx) => deletePlan(ctx, id));
        return c.json({ id });
      },
    );
}
