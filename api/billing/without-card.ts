import { createMiddleware } from "hono/factory";
import { DomainError } from "../../contracts/domain-error.ts";
import type { AppEnv } from "../http/app-env.ts";

/** The fields of a payment that are read. */
const read = ["invoiceId", "firstName", "lastName", "address2", "city", "state", "zipcode", "country", "plan"];

/**
 * Replaces the JSON body by the fields that are read, before anything validates or logs it: card number and security
 * code are gone from here on.
 */
export function withoutCard() {
  return createMiddleware<AppEnv>(async (c, next) => {
    const body = await c.req.json().catch(() => {
      throw new DomainError("ERR_MALFORMED_JSON");
    });
    const fields = typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
    const kept = Object.fromEntries(read.filter((name) => name in fields).map((name) => [name, fields[name]]));
    c.req.bodyCache = {};
    c.req.raw = new Request(c.req.url, { method: "POST", headers: c.req.raw.headers, body: JSON.stringify(kept) });
    await next();
  });
}
