import { createMiddleware } from "hono/factory";
import { requireSuper } from "../../domain/ground/require-permission.ts";
import type { AppEnv } from "../http/app-env.ts";

/** Refuses everyone but super users before the body is read, so that others learn nothing about the calls. */
export const superOnly = createMiddleware<AppEnv>(async (c, next) => {
  requireSuper(await c.var.person());
  await next();
});
