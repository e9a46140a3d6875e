import { createMiddleware } from "hono/factory";
import { DomainError } from "../../contracts/domain-error.ts";
import type { Database } from "../../db/index.ts";
import { countCall } from "../../domain/desk/connections/index.ts";
import { findSender } from "../../domain/desk/external-sending/index.ts";
import type { AppEnv } from "../http/app-env.ts";
import { callerNetwork } from "../http/caller.ts";
import { countFailure, failureKey, refuseWaiting, secondsToWait } from "../http/failure-counts.ts";

/** Unknown tokens per address within the window before the address must wait. */
const WRONG_PER_ADDRESS = 50;

/** Requires a connection's token as bearer, before the body is read. Cookies and users' bearers are not accepted. */
export function requireToken({ database, trustsProxy }: { database: Database; trustsProxy: boolean }) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const now = new Date();
    const address = failureKey("token", callerNetwork(c, trustsProxy));
    refuseWaiting(await secondsToWait(database, address, WRONG_PER_ADDRESS, now));
    const token = /^Bearer +(\S.*)$/i.exec(c.req.header("Authorization") ?? "")?.[1]?.trim() ?? "";
    const sender = await findSender(database.platform, token);
    if (!sender) {
      refuseWaiting(await countFailure(database, address, WRONG_PER_ADDRESS, now));
      throw new DomainError("ERR_UNKNOWN_TOKEN");
    }
    const { companyId, connectionId } = sender;
    await database.company(companyId, (db) => countCall({ db, companyId, now }, connectionId));
    c.set("sender", sender);
    await next();
  });
}
