import { Hono, type MiddlewareHandler } from "hono";
import { loadDashboard } from "../../domain/desk/dashboard/index.ts";
import type { AppEnv } from "../http/app-env.ts";
import { describe } from "../http/reference/describe.ts";
import { validated } from "../http/validate.ts";
import { permitted } from "../session/index.ts";
import { DashboardAnswer } from "./answers.ts";
import { DashboardQuery, dashboardToWire } from "./wire.ts";

export function dashboardRoutes({ signedIn }: { signedIn: MiddlewareHandler<AppEnv> }) {
  return new Hono<AppEnv>().get(
    "/dashboard",
    describe("dashboard", "Get the company's figures for the last `days` days or for a date range (admins)", {
      200: DashboardAnswer,
    }),
    signedIn,
    permitted("viewDashboard"),
    validated("query", DashboardQuery),
    async (c) => c.json(dashboardToWire(await c.var.read((ctx) => loadDashboard(ctx, c.req.valid("query"))))),
  );
}
