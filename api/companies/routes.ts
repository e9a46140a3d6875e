import { Hono, type MiddlewareHandler } from "hono";
import * as v from "valibot";
import { type CompanyRow, changeHours, requireOwnCompany } from "../../domain/companies/index.ts";
import { DomainError } from "../../domain/domain-error.ts";
import { publicSettings } from "../../domain/settings/index.ts";
import { WeekHours } from "../../sync/contracts/hours.ts";
import type { AppEnv } from "../http/app-env.ts";
import { describe } from "../http/describe.ts";
import { idOr, validated } from "../http/validate.ts";

const noCompany = "ERR_NO_COMPANY_FOUND";

export function companyRoutes({ signedIn }: { signedIn: MiddlewareHandler<AppEnv> }) {
  return new Hono<AppEnv>()
    .get(
      "/companies/list",
      describe("companies", "List all companies (reserved for the platform owner; answers 403 to every company user)"),
      signedIn,
      async (c) => {
        await c.var.person();
        throw new DomainError("ERR_NO_PERMISSION");
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

function companyToWire(company: CompanyRow) {
  const { id, name, email, phone, isActive, dueDate, recurrence, timeZone, schedules, createdAt } = company;
  return {
    id,
    name,
    email,
    phone,
    planId: null,
    status: isActive,
    dueDate: dueDate.toISOString(),
    recurrence,
    timeZone,
    schedules,
    createdAt: createdAt.toISOString(),
  };
}
