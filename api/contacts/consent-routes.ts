import { Hono, type MiddlewareHandler } from "hono";
import { ConsentInput } from "../../contracts/desk/consent.ts";
import { phoneHome } from "../../domain/account/settings/index.ts";
import { consentToCsv, listConsent, setConsent } from "../../domain/desk/consent/index.ts";
import { companyTimeZone } from "../../domain/ground/company-time/index.ts";
import type { AppEnv } from "../http/app-env.ts";
import { bytes, describe } from "../http/reference/describe.ts";
import { idOr, validated } from "../http/validate.ts";
import { ConsentAnswer } from "./answers.ts";
import { consentToWire } from "./wire.ts";

const noContact = "ERR_NO_CONTACT_FOUND";

/** Routes of a contact's consent to campaigns. */
export function consentRoutes({ signedIn }: { signedIn: MiddlewareHandler<AppEnv> }) {
  return new Hono<AppEnv>()
    .get(
      "/contacts/:id/consent",
      describe("contacts", "Get when a contact opted out of campaigns, and every change of its consent, newest first", {
        200: ConsentAnswer,
      }),
      signedIn,
      async (c) => {
        const id = idOr(noContact, c.req.param("id"));
        return c.json(await c.var.read(async (ctx) => consentToWire(await listConsent(ctx, id))));
      },
    )
    .post(
      "/contacts/:id/consent",
      describe("contacts", "Opt a contact out of campaigns (`out`) or lift the opt-out (`in`); a reason is required", {
        200: ConsentAnswer,
      }),
      signedIn,
      validated("json", ConsentInput),
      async (c) => {
        const id = idOr(noContact, c.req.param("id"));
        const consent = await c.var.act(async (ctx) => {
          await setConsent(ctx, id, c.req.valid("json"));
          return listConsent(ctx, id);
        });
        return c.json(consentToWire(consent));
      },
    )
    .get(
      "/contacts/:id/consent/export",
      describe("contacts", "Export every change of a contact's consent as consentimento.csv", {
        200: bytes("text/csv"),
      }),
      signedIn,
      async (c) => {
        const id = idOr(noContact, c.req.param("id"));
        const csv = await c.var.read(async (ctx) => {
          const { entries } = await listConsent(ctx, id);
          return consentToCsv(entries, { timeZone: await companyTimeZone(ctx), home: await phoneHome(ctx) });
        });
        return c.body(csv, 200, {
          "Content-Type": "text/csv; charset=utf-8",
          "Content-Disposition": 'attachment; filename="consentimento.csv"',
          "Cache-Control": "no-store",
        });
      },
    );
}
