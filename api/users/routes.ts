import { Hono, type MiddlewareHandler } from "hono";
import { DomainError } from "../../domain/domain-error.ts";
import { changeOwnProfile, requireSelf, sessionUser } from "../../domain/users/index.ts";
import { ProfileChange } from "../../sync/contracts/users.ts";
import type { AppEnv } from "../http/app-env.ts";
import { describe } from "../http/describe.ts";
import { idOr, validated } from "../http/validate.ts";
import { hashPassword } from "../session/index.ts";

const noUser = "ERR_NO_USER_FOUND";

export function userRoutes({ signedIn }: { signedIn: MiddlewareHandler<AppEnv> }) {
  return new Hono<AppEnv>()
    .get("/users/:id", describe("users", "Oneself"), signedIn, async (c) => {
      const id = idOr(noUser, c.req.param("id"));
      const user = await c.var.read(async (ctx) => {
        await requireSelf(ctx, id);
        return sessionUser(ctx.db, ctx.companyId, id);
      });
      if (!user) throw new DomainError(noUser, { id });
      return c.json(user);
    })
    .put(
      "/users/:id",
      describe("users", "Change one's own name, e-mail or password"),
      signedIn,
      validated("json", ProfileChange),
      async (c) => {
        const id = idOr(noUser, c.req.param("id"));
        const { password, ...change } = c.req.valid("json");
        const passwordHash = password === "" ? undefined : await hashPassword(password);
        const user = await c.var.act(async (ctx) => {
          await changeOwnProfile(ctx, id, { ...change, passwordHash });
          return sessionUser(ctx.db, ctx.companyId, id);
        });
        return c.json(user);
      },
    );
}
