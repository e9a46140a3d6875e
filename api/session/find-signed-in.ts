import type { Context as HonoContext, MiddlewareHandler } from "hono";
import { DomainError } from "../../contracts/domain-error.ts";
import type { AppEnv } from "../http/app-env.ts";
import type { SignedIn } from "./signed-in.ts";

/**
 * Returns the user who sent the request, for a route that is open to everybody; null: no living session, or one that is
 * limited to paying. Throws ERR_TOKEN_EXPIRED while the session lives, so that the client refreshes and repeats.
 */
export async function findSignedIn(
  c: HonoContext<AppEnv>,
  signedIn: MiddlewareHandler<AppEnv>,
): Promise<SignedIn | null> {
  try {
    await signedIn(c, async () => {});
    return await c.var.person();
  } catch (error) {
    if (error instanceof DomainError && error.code !== "ERR_TOKEN_EXPIRED") return null;
    throw error;
  }
}
