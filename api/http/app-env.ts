import type { HttpBindings } from "@hono/node-server";
import type { Logger } from "pino";
import type { Context as ActingContext } from "../../domain/context.ts";
import type { Sender } from "../../domain/external-sending/index.ts";
import type { SignedIn } from "../session/authenticate.ts";

/** Runs `work` in one transaction of the person's company, as the person. */
export type Scope = <T>(work: (ctx: ActingContext) => Promise<T>) => Promise<T>;

export type AppEnv = {
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    log: Logger;
    /** Who is acting; behind `requireSession` known from the first `read`, `act` or `person` on. */
    signedIn: SignedIn;
    person(): Promise<SignedIn>;
    read: Scope;
    /** As `read`, and afterwards the company's changes are numbered, so that everyone hears of them. */
    act: Scope;
    /** The connection whose token was shown; behind `requireToken` only, where nobody is signed in. */
    sender: Sender;
  };
};
