import type { HttpBindings } from "@hono/node-server";
import type { Logger } from "pino";
import type { Context as ActingContext } from "../../domain/context.ts";
import type { Sender } from "../../domain/external-sending/index.ts";
import type { SignedIn } from "../session/authenticate.ts";

/** Runs `work` in one transaction of the user's company, as that user. */
export type Scope = <T>(work: (ctx: ActingContext) => Promise<T>) => Promise<T>;

export type AppEnv = {
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    log: Logger;
    /** The acting user; behind `requireSession` set from the first `read`, `act` or `person` on. */
    signedIn: SignedIn;
    person(): Promise<SignedIn>;
    read: Scope;
    /** Like `read`; afterwards assigns revisions to the company's changes, so that all subscribers receive them. */
    act: Scope;
    /** The connection whose token was sent; only behind `requireToken`, where no user is signed in. */
    sender: Sender;
  };
};
