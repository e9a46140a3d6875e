import type { Logger } from "pino";

/** Creates the logger of the channel's library, which logs whole stanzas at lower levels. */
export function libraryLogger(logger: Logger): Logger {
  return logger.child({ of: "baileys" }, { level: process.env.BAILEYS_LOG_LEVEL ?? "silent" });
}
