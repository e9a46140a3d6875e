import type { HttpBindings } from "@hono/node-server";
import type { Logger } from "pino";
import type { TokenOwner } from "../../domain/desk/external-sending/index.ts";
import type { Context as ActingContext, PlatformContext } from "../../domain/ground/context.ts";
import type { Requirement } from "../session/permitted.ts";
import type { SignedIn } from "../session/signed-in.ts";

/**
 * Runs `work` in one transaction of the user's company, as that user. `isPlatform`: the transaction is also in the
 * platform's scope, for a verb that writes the audit.
 */
export type Scope = <T>(
  work: (ctx: ActingContext) => Promise<T>,
  options?: { isLong?: boolean; isPlatform?: boolean },
) => Promise<T>;

export type AppEnv = {
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    log: Logger;
    /** The acting user. `requireSession` sets it at the first `read`, `act` or `person` of the request. */
    signedIn: SignedIn;
    /** The route's requirement on its user (`permitted`); absent: the route requires only a session. */
    required: Requirement;
    /** Returns the acting user of a session that this request has checked. */
    person(): Promise<SignedIn>;
    read: Scope;
    /** Like `read`; afterwards assigns revisions to the company's changes, so that all subscribers receive them. */
    act: Scope;
    /** Runs `work` as a super user over all companies; others are refused. */
    platform<T>(work: (ctx: PlatformContext) => Promise<T>, options?: { isReading?: boolean }): Promise<T>;
    /** Runs `work` as a super user in a transaction of the platform and of one company, and assigns revisions to its changes. */
    onCompany<T>(companyId: string, work: (ctx: ActingContext) => Promise<T>): Promise<T>;
    /** The connection whose token was sent; only behind `requireToken`, where no user is signed in. */
    sender: TokenOwner;
  };
};
