import { type DestinationStream, type Logger, pino } from "pino";
import { describeError, limitOutageLines } from "../../db/index.ts";

/**
 * Opens the process's log on standard error. It contains no body, query, header or query parameter, because they hold
 * users' content.
 */
export function openLogger(level: string, destination: DestinationStream = pino.destination(2)): Logger {
  const serializers = { err: describeError, error: describeError };
  return pino({ level, base: { process: "api" }, serializers, hooks: limitOutageLines() }, destination);
}
