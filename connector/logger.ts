import pino, { type Logger } from "pino";
import { describeError, limitOutageLines } from "../db/index.ts";

export function openLogger(level = process.env.LOG_LEVEL ?? "info"): Logger {
  return pino(
    {
      level,
      base: { program: "connector" },
      serializers: { err: describeError, error: describeError },
      hooks: limitOutageLines(),
    },
    pino.destination(2),
  );
}

/** For the channel's library, which logs whole stanzas at lower levels. */
export function libraryLogger(logger: Logger): Logger {
  return logger.child({ of: "baileys" }, { level: process.env.BAILEYS_LOG_LEVEL ?? "silent" });
}
