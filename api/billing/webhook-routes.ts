import { type Context, Hono } from "hono";
import { describeRoute } from "hono-openapi";
import { providers } from "../../contracts/account/billing.ts";
import type { Database } from "../../db/index.ts";
import { keepPaymentEvents } from "../../domain/account/billing/index.ts";
import { type ConfirmingProvider, type Payments, WebhookRefused } from "../../outside/payments/index.ts";
import type { AppEnv } from "../http/app-env.ts";
import { refuse } from "../http/on-error.ts";

/** The webhooks of the payment providers. There is no signed-in user: the provider signs each request. */
export function webhookRoutes({ database, payments }: { database: Database; payments: Payments }) {
  const routes = new Hono<AppEnv>();
  for (const name of providers) {
    if (name === "pix") continue;
    routes.post(`/webhooks/${name}`, describeRoute(telling(name)), (c) => take(c, name));
  }

  async function take(c: Context<AppEnv>, name: ConfirmingProvider): Promise<Response> {
    const provider = payments.confirming[name];
    if (!provider) return refuse(c, "ERR_NOT_FOUND");
    const head = { headers: c.req.raw.headers, query: new URL(c.req.url).searchParams };
    try {
      provider.requireSecret(head);
      const body = new Uint8Array(await c.req.arrayBuffer());
      const events = provider.verifyWebhook({ ...head, body });
      const now = new Date();
      await database.asPlatform((db) => keepPaymentEvents({ db, now }, name, events), { retryOnConflict: true });
      return c.json({});
    } catch (error) {
      if (!(error instanceof WebhookRefused)) throw error;
      c.var.log.warn({ event: "webhook_refused", provider: name }, "Payment webhook refused");
      return refuse(c, "ERR_WEBHOOK_REFUSED");
    }
  }
  return routes;
}

const telling = (name: string) => ({
  tags: ["billing"],
  summary: `Receive payment events of ${name}`,
  description:
    "Requires the provider's signature or secret. The response is sent after the event is stored; a job then asks the provider about the charge, and trusts only that answer. Repeated events are stored once.",
  responses: {
    200: { description: "Stored, or known, or about something else" },
    400: { description: "{ error, code: ERR_WEBHOOK_REFUSED }: the signature or the secret is wrong" },
    404: { description: "{ error, code: ERR_NOT_FOUND }: the provider is not set up" },
  },
});
