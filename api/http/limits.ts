import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { HTTPException } from "hono/http-exception";
import { MebiByte } from "../../contracts/desk/messages.ts";
import type { ErrorCode } from "../../contracts/errors.ts";
import type { AppEnv } from "./app-env.ts";
import { openBytesInFlight } from "./bytes-in-flight.ts";
import { callerNetwork } from "./caller.ts";
import { errorStatuses, refusalBody, refuse, refuseBody } from "./on-error.ts";

/** The largest body of a call that is not in the table below. */
export const USUAL_BYTES = 256 * 1024;
/** The commands of a device: a batch of what was written offline. The limit is also that of the inflated body. */
export const COMMANDS_BYTES = 2 * MebiByte;
/** Meta sends up to 1,000 events in one call, and stops sending after refusals. */
const META_BYTES = MebiByte;
/** Larger than the upload parts of our own client. */
const UPLOAD_PART_BYTES = 8 * MebiByte;
/** The largest file plus its form, for the multipart calls of integrators. */
const FORM_BYTES = 65 * MebiByte;

/** Sixteen devices of one network that send their commands at once. */
const OTHERS_PER_NETWORK = 16 * COMMANDS_BYTES;
const OTHERS_IN_ALL = 64 * MebiByte;

type Rule = { path: RegExp; isForm?: true; most: number };

/** The calls whose body may be larger. A multipart call is read after its session or token is checked. */
const larger: readonly Rule[] = [
  { path: /^\/sync\/commands$/, most: COMMANDS_BYTES },
  { path: /^\/webhooks\/meta$/, most: META_BYTES },
  { path: /^\/uploads\/[^/]+$/, most: UPLOAD_PART_BYTES },
  { path: /^\/messages\/[^/]+$/, isForm: true, most: FORM_BYTES },
  { path: /^\/api\/messages\/send$/, isForm: true, most: FORM_BYTES },
  { path: /^\/contacts\/upload$/, isForm: true, most: FORM_BYTES },
  {
    path: /^\/(quick-messages|schedules|announcements|campaigns)\/[^/]+\/media-upload$/,
    isForm: true,
    most: FORM_BYTES,
  },
  { path: /^\/contact-lists\/[^/]+\/upload$/, isForm: true, most: FORM_BYTES },
];

export const isForm = (contentType: string | undefined): boolean =>
  contentType?.trim().toLowerCase().startsWith("multipart/form-data") ?? false;

/** Returns the largest body in bytes that a call may have. */
export function maxBytesOf(path: string, contentType: string | undefined): number {
  const rule = larger.find((one) => one.path.test(path) && (!one.isForm || isForm(contentType)));
  return rule?.most ?? USUAL_BYTES;
}

/** Returns whether a call's body may be larger than usual; its session is checked before it is read. */
export const isLargeBody = (path: string, contentType: string | undefined): boolean =>
  maxBytesOf(path, contentType) > COMMANDS_BYTES;

type Options = { trustsProxy: boolean; maxPerNetwork?: number; maxInAll?: number };

/**
 * Refuses a body that is too large, without collecting it: a declared length before anything is read, any other body
 * while the route reads it. The bytes of all bodies that one network sends at the same time are limited too, those of
 * large bodies (`isLargeBody`) apart from those of all other calls.
 */
export function bodyLimits({ trustsProxy, ...most }: Options) {
  const forms = openBytesInFlight(most);
  // Slow forms must not take the room of sign-ins and commands.
  const others = openBytesInFlight({ maxPerNetwork: OTHERS_PER_NETWORK, maxInAll: OTHERS_IN_ALL, ...most });
  return createMiddleware<AppEnv>(async (c, next) => {
    // They have no body, and to look for one would create a complete request object.
    if (c.req.method === "GET" || c.req.method === "HEAD") return next();
    const limit = maxBytesOf(c.req.path, c.req.header("Content-Type"));
    const declared = c.req.header("Transfer-Encoding") === undefined ? c.req.header("Content-Length") : undefined;
    const isWithout =
      declared === undefined && (c.env?.incoming ? !c.req.header("Transfer-Encoding") : !c.req.raw.body);
    if (isWithout) return next();
    if (declared !== undefined && !(Number(declared) <= limit)) return refuseBody(c);
    const body = (limit > COMMANDS_BYTES ? forms : others).begin(callerNetwork(c, trustsProxy));
    try {
      if (declared !== undefined) {
        if (!body.add(Number(declared))) return refuseCrowd(c);
        return await next();
      }
      let problem: "large" | "crowd" | null = null;
      let size = 0;
      const counter = new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          size += chunk.length;
          if (size > limit) problem = "large";
          else if (!body.add(chunk.length)) problem = "crowd";
          if (problem) controller.error(new HTTPException(413));
          else controller.enqueue(chunk);
        },
      });
      const counted = c.req.raw.body?.pipeThrough(counter);
      c.req.raw = new Request(c.req.raw, { body: counted, duplex: "half" } as RequestInit);
      await next();
      // The reader may have taken the error for a body that cannot be parsed.
      if (problem) c.res = replaced(c, problem === "large" ? "ERR_BODY_TOO_LARGE" : CROWDED);
    } finally {
      body.end();
    }
  });
}

const CROWDED = "ERR_TOO_MANY_ATTEMPTS";
const CROWD_SECONDS = 5;

function refuseCrowd(c: Context<AppEnv>): Response {
  c.header("Connection", "close");
  c.header("Retry-After", String(CROWD_SECONDS));
  return refuse(c, CROWDED);
}

/** The refusal of a body that a route has begun to read, in place of the route's answer. */
function replaced(c: Context, code: ErrorCode): Response {
  const headers = { Connection: "close", ...(code === CROWDED && { "Retry-After": String(CROWD_SECONDS) }) };
  return Response.json(refusalBody(c, code), { status: errorStatuses[code], headers });
}
