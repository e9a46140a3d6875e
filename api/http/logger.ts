import { type DestinationStream, type Logger, pino } from "pino";
import { describeError, limitOutageLines } from "../../db/index.ts";

/** The process's log, on standard error. No body, query, header or query parameter gets in: they hold what people say. */
export function openLogger(level: string, destination: DestinationStream = pino.destination(2)): Logger {
  const serializers = { err: describeError, error: describeError };
  return pino({ level, base: { process: "api" }, serializers, hooks: limitOutageLines() }, destination);
}
