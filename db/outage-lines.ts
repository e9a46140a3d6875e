import type { LoggerOptions } from "pino";
import { isDatabaseAway } from "./transient-errors.ts";

type Hooks = NonNullable<LoggerOptions["hooks"]>;

/**
 * Hooks for a process's logger: while the database is away every worker and request fails in the same way, so only the
 * first such line of each minute is written.
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
