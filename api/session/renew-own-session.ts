import { generateIdFromEntropySize } from "lucia";
import type { Context } from "../../domain/ground/context.ts";
import { type DeskLucia, SESSION_DAYS } from "./lucia.ts";
import { hashOfToken, renewSession } from "./session-rows.ts";

const SECRET_BYTES = 25;

/**
 * Returns whether the request also sends the session's cookie. A bearer alone never gets a cookie, because it may be
 * stolen.
 */
export function isCookieOf(lucia: DeskLucia, cookieHeader: string | undefined, sessionId: string): boolean {
  const token = lucia.readSessionCookie(cookieHeader ?? "");
  return token !== null && hashOfToken(token) === sessionId;
}

/** Gives the actor's session a new secret, in the actor's transaction; returns the cookie that holds it. */
export async function renewOwnSession(lucia: DeskLucia, ctx: Context, sessionId: string): Promise<string> {
  const token = generateIdFromEntropySize(SECRET_BYTES);
  const expiresAt = new Date(ctx.now.getTime() + SESSION_DAYS * 86_400_000);
  await renewSession(ctx.db, { companyId: ctx.companyId, id: sessionId }, hashOfToken(token), {
    userId: ctx.actor.id,
    device: ctx.device,
    expiresAt,
  });
  return lucia.createSessionCookie(token).serialize();
}
