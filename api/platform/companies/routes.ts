import { Hono, type MiddlewareHandler } from "hono";
import { uuidv7 } from "uuidv7";
import * as v from "valibot";
import {
  addCompany,
  changeCompany,
  companyUsage,
  deleteCompany,
  listCompanies,
  listRemovals,
  pageOfCompanies,
  restoreCompany,
  showCompany,
} from "../../../domain/account/platform/index.ts";
import {
  CompaniesAnswer,
  CompanyListAnswer,
  CompanyPageAnswer,
  CompanyRemovalsAnswer,
  CompanyUsageAnswer,
} from "../../companies/answers.ts";
import {
  CompanyChangeWire,
  companyToListWire,
  NewCompanyWire,
  removalToWire,
  TypedName,
  UsageQuery,
  usageToWire,
} from "../../companies/wire.ts";
import { IdAnswer } from "../../http/answer-values.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { ValidationError } from "../../http/on-error.ts";
import { Flag, optionalText, PageNumber } from "../../http/query.ts";
import { describe } from "../../http/reference/describe.ts";
import { idOr, validated } from "../../http/validate.ts";
import { hashPassword, type Invite, superOnly } from "../../session/index.ts";

const noCompany = "ERR_NO_COMPANY_FOUND";
/** No password matches it (`isPasswordOf`). */
const NO_PASSWORD = "";
const PageQuery = v.object({
  searchParam: v.pipe(optionalText, v.description("Words of the name, e-mail or phone; digits of the phone")),
  pageNumber: PageNumber,
  deleted: v.pipe(Flag, v.description("true: the companies that can be restored; '' or absent: false")),
});

type Deps = { signedIn: MiddlewareHandler<AppEnv>; invite: Invite };

/** The calls of super users about all companies. */
export function platformCompanyRoutes(deps: Deps) {
  return new Hono<AppEnv>().route("/", readingRoutes(deps)).route("/", changingRoutes(deps));
}

function readingRoutes({ signedIn }: Deps) {
  return new Hono<AppEnv>()
    .get(
      "/companies/list",
      describe("companies", "List all companies by name (super users)", { 200: CompaniesAnswer }),
      signedIn,
      superOnly,
      async (c) => c.json((await c.var.platform(listCompanies, { isReading: true })).map(companyToListWire)),
    )
    .get(
      "/companies/removals",
      describe(
        "companies",
        "List the companies that were deleted more than 30 days ago and are being removed: `removed` of `total` rows (null: it has not begun), and the seconds without progress (super users)",
        { 200: CompanyRemovalsAnswer },
      ),
      signedIn,
      superOnly,
      async (c) => c.json((await c.var.platform(listRemovals, { isReading: true })).map(removalToWire)),
    )
    .get(
      "/companies/usage",
      describe(
        "companies",
        "Count the users, connections, queues and messages (30 days) of up to 20 companies (super users)",
        { 200: CompanyUsageAnswer },
      ),
      signedIn,
      superOnly,
      validated("query", UsageQuery),
      async (c) => {
        const { ids } = c.req.valid("query");
        return c.json((await c.var.platform((ctx) => companyUsage(ctx, ids), { isReading: true })).map(usageToWire));
      },
    )
    .get(
      "/companies",
      describe(
        "companies",
        "List companies by name, 20 per page, with their number (super users); `deleted=true`: those that can be restored",
        { 200: CompanyPageAnswer },
      ),
      signedIn,
      superOnly,
      validated("query", PageQuery),
      async (c) => {
        const { searchParam: search, pageNumber: page, deleted: isDeleted } = c.req.valid("query");
        const found = await c.var.platform((ctx) => pageOfCompanies(ctx, { search, page, isDeleted }), {
          isReading: true,
        });
        return c.json({ ...found, companies: found.companies.map(companyToListWire) });
      },
    );
}

function changingRoutes({ signedIn, invite }: Deps) {
  return new Hono<AppEnv>()
    .post(
      "/companies",
      describe(
        "companies",
        "Create a company with its first admin (super users). Without `admin`, that is the company's name and e-mail. Without a password, a code to choose one is mailed to the admin",
        { 200: CompanyListAnswer },
      ),
      signedIn,
      superOnly,
      validated("json", NewCompanyWire),
      async (c) => {
        const { admin, ...company } = c.req.valid("json");
        const id = uuidv7();
        const { password, ...person } = admin ?? { name: company.name, email: company.email, password: "" };
        if (!person.email) throw new ValidationError({ email: ["required"] });
        const first = {
          ...{ ...person, id: uuidv7() },
          ...(password ? { passwordHash: await hashPassword(password) } : { passwordHash: NO_PASSWORD, invite }),
        };
        const view = await c.var.onCompany(id, async (ctx) => {
          await addCompany(ctx, company, first);
          return showCompany(ctx, id);
        });
        return c.json(companyToListWire(view));
      },
    )
    .put(
      "/companies/:id",
      describe(
        "companies",
        "Change a company (super users); omitted fields are unchanged. `dueDate`: the last paid day, in the company's time zone",
        { 200: CompanyListAnswer },
      ),
      signedIn,
      superOnly,
      validated("json", CompanyChangeWire),
      async (c) => {
        const id = idOr(noCompany, c.req.param("id"));
        const change = c.req.valid("json");
        const view = await c.var.onCompany(id, async (ctx) => {
          await changeCompany(ctx, change);
          return showCompany(ctx, id);
        });
        return c.json(companyToListWire(view));
      },
    )
    .delete(
      "/companies/:id",
      describe(
        "companies",
        "Delete a company (super users). `name` in a JSON body, if sent, must be its name. It can be restored for 30 days",
        { 200: IdAnswer },
      ),
      signedIn,
      superOnly,
      async (c) => {
        const id = idOr(noCompany, c.req.param("id"));
        const typed = v.safeParse(TypedName, await c.req.text());
        if (!typed.success) throw new ValidationError({ name: ["text"] });
        await c.var.onCompany(id, (ctx) => deleteCompany(ctx, typed.output.name));
        return c.json({ id });
      },
    )
    .post(
      "/companies/:id/restore",
      describe("companies", "Restore a company that was deleted within the last 30 days (super users)", {
        200: CompanyListAnswer,
      }),
      signedIn,
      superOnly,
      async (c) => {
        const id = idOr(noCompany, c.req.param("id"));
        const view = await c.var.onCompany(id, async (ctx) => {
          await restoreCompany(ctx);
          return showCompany(ctx, id);
        });
        return c.json(companyToListWire(view));
      },
    );
}
