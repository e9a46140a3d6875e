import { Hono, type MiddlewareHandler } from "hono";
import * as v from "valibot";
import { WeekHours } from "../../contracts/hours.ts";
import { changeHours, requireOwnCompany } from "../../domain/account/companies/index.ts";
import { showLimits } from "../../domain/account/plans/index.ts";
import { showCompany } from "../../domain/account/platform/index.ts";
import { publicSettings } from "../../domain/account/settings/index.ts";
import type { AppEnv } from "../http/app-env.ts";
import { describe } from "../http/reference/describe.ts";
import { idOr, validated } from "../http/validate.ts";
import { permitted } from "../session/index.ts";
import { CompanyAnswer, FoundCompanyAnswer, LimitsAnswer } from "./answers.ts";
import { companyToListWire, companyToWire, limitsToWire } from "./wire.ts";

const noCompany = "ERR_NO_COMPANY_FOUND";

export function companyRoutes({ signedIn }: { signedIn: MiddlewareHandler<AppEnv> }) {
  return new Hono<AppEnv>()
    .get(
      "/companies/listPlan/:id",
      describe("companies", "Get the limits of your own company and what it uses (super users: of any company)", {
        200: LimitsAnswer,
      }),
      signedIn,
      async (c) => {
        const id = idOr(noCompany, c.req.param("id"));
        const { actor } = await c.var.person();
        const isOwn = actor.companyId === id;
        return c.json(limitsToWire(await (isOwn ? c.var.read(showLimits) : c.var.onCompany(id, showLimits))));
      },
    )
    .get(
      "/companies/:id",
      describe("companies", "Get your own company (super users: any company, as in their list)", {
        200: FoundCompanyAnswer,
      }),
      signedIn,
      async (c) => {
        const id = idOr(noCompany, c.req.param("id"));
        const { actor } = await c.var.person();
        if (actor.isSuper && actor.companyId !== id)
          return c.json(companyToListWire(await c.var.platform((ctx) => showCompany(ctx, id), { isReading: true })));
        const answer = await c.var.read(async (ctx) => ({
          ...companyToWire(await requireOwnCompany(ctx, id)),
          settings: await publicSettings(ctx),
        }));
        return c.json(answer);
      },
    )
    .put(
      "/companies/:id/schedules",
      describe(
        "companies",
        "Change the company's business hours (admins); an end of 23:59 or 24:00 is the end of the day",
        { 200: CompanyAnswer },
      ),
      signedIn,
      permitted("manageSettings"),
      validated("json", v.object({ schedules: WeekHours })),
      async (c) => {
        const id = idOr(noCompany, c.req.param("id"));
        const { schedules } = c.req.valid("json");
        return c.json(companyToWire(await c.var.act((ctx) => changeHours(ctx, id, schedules))));
      },
    );
}
