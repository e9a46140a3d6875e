import type { MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import type { Permission } from "../../contracts/account/permissions.ts";
import type { Context } from "../../domain/ground/context.ts";
import { requirePermission } from "../../domain/ground/require-permission.ts";
import type { AppEnv } from "../http/app-env.ts";

/** Refuses the actor, or returns. `param`: a part of the path. */
export type Requirement = (ctx: Context, param: (name: string) => string | undefined) => unknown;

/**
 * Names what a route requires of its user, so that a wrong body is refused for the lack of the permission and not for
 * its shape (`refuseBeforeShape`). The verb requires it again: without a wrong body this costs nothing.
 */
export const permitted = (required: Permission | Requirement): MiddlewareHandler<AppEnv> =>
  createMiddleware<AppEnv>(async (c, next) => {
    c.set("required", typeof required === "function" ? required : (ctx) => requirePermission(ctx, required));
    await next();
  });
