import { Hono, type MiddlewareHandler } from "hono";
import * as v from "valibot";
import { changeHours, requireOwnCompany } from "../../domain/companies/index.ts";
import { showLimits } from "../../domain/plans/index.ts";
import { publicSettings } from "../../domain/settings/index.ts";
import { WeekHours } from "../../sync/contracts/hours.ts";
import type { AppEnv } from "../http/app-env.ts";
import { describe } from "../http/describe.ts";
import { idOr, validated } from "../http/validate.ts";
import { superCompanyRoutes } from "./super-routes.ts";
import { companyToWire, limitsToWire } from "./wire.ts";

const noCompany = "ERR_NO_COMPANY_FOUND";

export function companyRoutes({ signedIn }: { signedIn: MiddlewareHandler<AppEnv> }) {
  return new Hono<AppEnv>()
    .route("/", superCompanyRoutes({ signedIn }))
    .get(
      "/companies/listPlan/:id",
      describe("companies", "Get the limits of your own company and what it uses (super users: of any company)"),
      signedIn,
      async (c) => {
        const id = idOr(noCompany, c.req.param("id"));
        const { actor } = await c.var.person();
        const isOwn = actor.companyId === id;
        return c.json(limitsToWire(await (isOwn ? c.var.read(showLimits) : c.var.onCompany(id, showLimits))));
      },
    )
    .get("/companies/:id", describe("companies", "Get your own company"), signedIn, async (c) => {
      const id = idOr(noCompany, c.req.param("id"));
      const answer = await c.var.read(async (ctx) => ({
        ...companyToWire(await requireOwnCompany(ctx, id)),
        settings: await publicSettings(ctx),
      }));
      return c.json(answer);
    })
    .put(
      "/companies/:id/schedules",
      describe("companies", "Change the company's business hours (admins)"),
      signedIn,
      validated("json", v.object({ schedules: WeekHours })),
      async (c) => {
        const id = idOr(noCompany, c.req.param("id"));
        const { schedules } = c.req.valid("json");
        return c.json(companyToWire(await c.var.act((ctx) => changeHours(ctx, id, schedules))));
      },
    );
}
