import { createMiddleware } from "hono/factory";
import { matchedRoutes } from "hono/route";
import type { Logger } from "pino";
import { uuidv7 } from "uuidv7";
import type { AppEnv } from "./app-env.ts";
import { isForDevice } from "./device-answers.ts";

export type Answered = { method: string; route: string; status: number; ms: number };

/**
 * Assigns an id to each request and logs it on one line. Answers have the id, except successful ones to the sync of a
 * device. Bodies, queries and headers are never logged: they hold messages and secrets.
 */
export function requestLog(logger: Logger, onAnswered: (answered: Answered) => void) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const requestId = uuidv7();
    const startedAt = performance.now();
    c.set("requestId", requestId);
    c.set("log", logger.child({ requestId }));
    await next();
    // Each new value also displaces other headers in the table of HTTP/2, and then they are sent in full again.
    if (!c.res.ok || !isForDevice(c.req.path, c.res)) c.res.headers.set("X-Request-Id", requestId);
    const ms = Math.round((performance.now() - startedAt) * 10) / 10;
    const actor = c.get("signedIn")?.actor;
    // Logs the pattern instead of the path: a path may contain personal data.
    const route = matchedRoutes(c).find(({ path }) => !path.includes("*"))?.path ?? "*";
    const line: Answered = { method: c.req.method, route, status: c.res.status, ms };
    onAnswered(line);
    const by = actor && { companyId: actor.companyId, userId: actor.id };
    c.get("log").info({ event: "request", ...line, ...by }, "Request");
  });
}
