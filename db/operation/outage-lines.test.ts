import { pino } from "pino";
import { expect, test } from "vitest";
import { limitOutageLines } from "./outage-lines.ts";

test("during a database outage one such line per minute is logged, and all other lines are", () => {
  const lines: string[] = [];
  let now = 1_000_000;
  const hooks = limitOutageLines(60_000, () => now);
  const logger = pino({ hooks }, { write: (line: string) => void lines.push(JSON.parse(line).msg) });
  const err = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  for (let at = 0; at < 600; at++) logger.child({ at }).warn({ err: { ...err, message: err.message } }, "job");
  logger.error({ err: new Error("a bug") }, "bug");
  logger.info("request");
  expect(lines).toEqual(["job", "bug", "request"]);
  now += 60_000;
  logger.error({ err }, "inbox");
  logger.error({ err }, "inbox");
  expect(lines).toEqual(["job", "bug", "request", "inbox"]);
});
