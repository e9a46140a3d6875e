import { bodyLimit } from "hono/body-limit";
import { createMiddleware } from "hono/factory";
import { MebiByte } from "../../sync/contracts/messages.ts";
import type { AppEnv } from "./app-env.ts";
import { refuseBody } from "./on-error.ts";

export const JSON_BYTES = 2 * MebiByte;
/** Larger than the upload parts of our own client. */
const UPLOAD_PART_BYTES = 8 * MebiByte;
/** The largest file plus its form, for the multipart calls of integrators. */
const FORM_BYTES = 65 * MebiByte;

const limitOf = (maxSize: number) => bodyLimit({ maxSize, onError: refuseBody });
const [json, part, form] = [limitOf(JSON_BYTES), limitOf(UPLOAD_PART_BYTES), limitOf(FORM_BYTES)];

/** Refuses a body that is too large before reading it. */
export function bodyLimits() {
  return createMiddleware<AppEnv>((c, next) => {
    // They have no body, and to look for one would create a complete request object.
    if (c.req.method === "GET" || c.req.method === "HEAD") return next();
    if (c.req.path.startsWith("/uploads/")) return part(c, next);
    const isForm = c.req.header("Content-Type")?.startsWith("multipart/form-data") ?? false;
    return isForm ? form(c, next) : json(c, next);
  });
}
