import { promisify } from "node:util";
import { inflate } from "node:zlib";
import { createMiddleware } from "hono/factory";
import { COMMANDS_ENCODING } from "../../contracts/commands/command-answer.ts";
import { COMMANDS_BYTES } from "./limits.ts";
import { refuse, refuseBody } from "./on-error.ts";

const inflated = promisify(inflate);

/**
 * Accepts compressed bodies, and says so in each answer (RFC 7694). The limit for the body is also that of the inflated
 * body: a few bytes can inflate to gigabytes.
 */
export const inflateBody = createMiddleware(async (c, next) => {
  const isCompressed = c.req.header("Content-Encoding")?.trim().toLowerCase() === COMMANDS_ENCODING;
  if (isCompressed) {
    try {
      const body = await inflated(await c.req.raw.arrayBuffer(), { maxOutputLength: COMMANDS_BYTES });
      c.req.raw = new Request(c.req.raw, { body });
    } catch (error) {
      if (!isOfZlib(error)) throw error;
      return error.code === "ERR_BUFFER_TOO_LARGE" ? refuseBody(c) : refuse(c, "ERR_MALFORMED_JSON");
    }
  }
  await next();
  c.res.headers.set("Accept-Encoding", COMMANDS_ENCODING);
});

const isOfZlib = (error: unknown): error is { code: string } =>
  error instanceof Error && "code" in error && /^(Z_|ERR_BUFFER_TOO_LARGE$)/.test(String(error.code));
