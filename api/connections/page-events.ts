import { createHmac, timingSafeEqual } from "node:crypto";
import { type Context, Hono } from "hono";
import { describeRoute } from "hono-openapi";
import * as v from "valibot";
import { DomainError } from "../../contracts/domain-error.ts";
import type { Database } from "../../db/index.ts";
import { keepEvents, openMetaBox } from "../../domain/desk/meta/index.ts";
import type { Config } from "../config.ts";
import type { AppEnv } from "../http/app-env.ts";
import { refuse } from "../http/on-error.ts";
import { bytes, describe, textParameter } from "../http/reference/describe.ts";

const PATH = "/webhooks/meta";
const Verification = v.object({
  "hub.mode": v.literal("subscribe"),
  "hub.verify_token": v.pipe(v.string(), v.nonEmpty()),
  "hub.challenge": v.pipe(v.string(), v.maxLength(200), v.regex(/^[\w.-]+$/)),
});

/** Routes of Meta's webhook. There is no signed-in user: the app's secret signs each event. */
export function pageEventRoutes({ database, config }: { database: Database; config: Config }) {
  const { meta = null } = config;
  const box = openMetaBox(config.secrets);

  return new Hono<AppEnv>()
    .get(
      PATH,
      describe("connections", "Confirm the webhook address to Meta", answers),
      describeRoute(verifying),
      (c) => {
        const asked = v.safeParse(Verification, c.req.query());
        const isMeta = asked.success && meta?.verifyToken && isSame(asked.output["hub.verify_token"], meta.verifyToken);
        return isMeta ? c.text(asked.output["hub.challenge"]) : refused(c);
      },
    )
    .post(
      PATH,
      describe("connections", "Receive Meta's events of pages and Instagram accounts", answers),
      describeRoute(telling),
      async (c) => {
        const signature = /^sha256=([0-9a-f]{64})$/.exec(c.req.header("X-Hub-Signature-256") ?? "")?.[1];
        if (!meta || !signature) return refused(c);
        const raw = Buffer.from(await c.req.arrayBuffer());
        const own = createHmac("sha256", meta.appSecret).update(raw).digest();
        if (!timingSafeEqual(Buffer.from(signature, "hex"), own)) return refused(c);
        const { kept, ignored } = await keepEvents(database, box, parse(raw), new Date());
        if (ignored > 0)
          c.var.log.info(
            { event: "meta_events_ignored", kept, ignored },
            "Webhook events ignored: no connection has these pages",
          );
        return c.text("EVENT_RECEIVED");
      },
    );
}

/** Answers 403, as Meta expects of a webhook; there is no session that a client could end. */
const refused = (c: Context<AppEnv>) => refuse(c, "ERR_NO_PERMISSION");

/** Compares two texts as digests, in constant time. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHmac("sha256", PATH).update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}

function parse(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString());
  } catch {
    throw new DomainError("ERR_MALFORMED_JSON");
  }
}

const answers = { 200: bytes("text/plain") };

/** Beside `describe`: the parameters, which the route parses itself, and the refusals. */
const refusal = {
  description: "{ error, code: ERR_NO_PERMISSION }: the signature or the token is wrong; the request is ignored",
};
const verifying = {
  description: "Answers hub.challenge when hub.verify_token is FACEBOOK_VERIFY_TOKEN.",
  parameters: [
    textParameter("query", "hub.mode", "`subscribe`"),
    textParameter("query", "hub.verify_token", "The token that was entered at Meta for this webhook"),
    textParameter("query", "hub.challenge", "At most 200 letters, digits, dots, hyphens and underscores"),
  ],
  responses: { 403: refusal },
};
const telling = {
  description:
    "Requires a signature of the raw body with the app secret (X-Hub-Signature-256). The response, EVENT_RECEIVED, is sent after the events are stored. Meta sends events again that were not answered with 200; repeated events are recognised by their content. Events of pages without a connection are discarded.",
  responses: {
    400: { description: "{ error, code: ERR_MALFORMED_JSON }: the signature is valid, but the body is not JSON" },
    403: refusal,
    413: { description: "{ error, code: ERR_BODY_TOO_LARGE }" },
  },
};
