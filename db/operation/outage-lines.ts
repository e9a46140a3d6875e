import type { LoggerOptions } from "pino";
import { isDatabaseAway } from "../driver/transient-errors.ts";

type Hooks = NonNullable<LoggerOptions["hooks"]>;

/**
 * Returns logger hooks that write only the first database-outage line of each minute: during an outage every worker
 * and every request fails in the same way.
 */
export function limitOutageLines(everyMs = 60_000, now = Date.now): Hooks {
  let quietUntil = 0;
  return {
    logMethod(args, method) {
      const [fields] = args as unknown as [unknown];
      const error = typeof fields === "object" && fields !== null && "err" in fields ? fields.err : undefined;
      if (isDatabaseAway(error)) {
        if (now() < quietUntil) return;
        quietUntil = now() + everyMs;
      }
      method.apply(this, args);
    },
  };
}
