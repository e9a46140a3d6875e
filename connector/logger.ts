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
