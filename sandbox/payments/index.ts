import { readFile } from "node:fs/promises";
import { type Context, Hono } from "hono";
import { secureHeaders } from "hono/secure-headers";
import * as v from "valibot";
import { SandboxError } from "../sandbox-error.ts";
import type { Store } from "../store.ts";
import type { ShownCharge, ShownPayments } from "../wire.ts";
import { act, actionsOf } from "./actions.ts";
import { asaasApp, asaasSignature } from "./asaas.ts";
import { actions, type Charge, faults, type Provider, providers } from "./charge.ts";
import { ASAAS, EFI, MERCADOPAGO, STRIPE } from "./credentials.ts";
import { efiApp, efiSignature } from "./efi.ts";
import { mercadopagoApp, mercadopagoSignature } from "./mercadopago.ts";
import { Notices, type SignedRequest, type Webhook } from "./notices.ts";
import { PaymentState } from "./payment-state.ts";
import { stripeApp, stripeSignature } from "./stripe.ts";

const Address = v.object({ url: v.pipe(v.string(), v.url()) });
const FaultChange = v.object({ fault: v.picklist(faults) });
const ActionAsked = v.object({ action: v.picklist(actions) });

/** How each provider signs its webhooks. */
export const signatures = {
  efi: efiSignature,
  stripe: stripeSignature,
  asaas: asaasSignature,
  mercadopago: mercadopagoSignature,
} as const satisfies Record<Provider, (webhook: Webhook) => SignedRequest>;

/** Creates the stand-ins for Efí, Stripe, Asaas and Mercado Pago, and the page on which a tester pays. */
export function createPayments(store: Store, onChange = () => {}) {
  const state = new PaymentState(store);
  const notices = new Notices(store, state, (provider, webhook) => signatures[provider](webhook), onChange);
  const app = new Hono();

  app.post("/webhooks", async (c) => {
    state.address = (await parse(c, Address)).url;
    return c.json({});
  });
  app.get("/charges", (c) =>
    c.json({
      providers: providers.map((name) => ({ name, fault: state.fault(name) })),
      charges: state.list().map((charge) => viewOf(charge, notices)),
    } satisfies ShownPayments),
  );
  app.post("/charges/:provider/:id", async (c) => {
    const { action } = await parse(c, ActionAsked);
    act(state, notices, requireCharge(c), action);
    onChange();
    return c.json(viewOf(requireCharge(c), notices));
  });
  app.post("/notices/:id", async (c) => {
    if (!notices.find(c.req.param("id"))) throw new SandboxError("ERR_NOT_FOUND");
    await notices.send(c.req.param("id"));
    return c.json({});
  });
  app.post("/faults/:provider", async (c) => {
    state.setFault(providerOf(c), (await parse(c, FaultChange)).fault);
    onChange();
    return c.json({});
  });

  const contentSecurityPolicy = { defaultSrc: ["'self'"], imgSrc: ["'self'", "data:"], frameAncestors: ["'none'"] };
  app.use("/", secureHeaders({ contentSecurityPolicy }));
  app.use("/:provider/pay/*", secureHeaders({ contentSecurityPolicy }));
  app.get("/", page);
  app.get("/:provider/pay/:id", page);

  const tokens = new Map<string, number>();
  app.route("/efi", efiApp(state, tokens));
  app.route("/asaas", asaasApp(state));
  app.route("/mercadopago", mercadopagoApp(state));

  function requireCharge(c: Context): Charge {
    const charge = state.find(providerOf(c), c.req.param("id") ?? "");
    if (!charge) throw new SandboxError("ERR_NOT_FOUND");
    return charge;
  }
  // The SDK of Stripe takes a host only, so its stand-in is at the root.
  return { app, stripe: stripeApp(state), state, notices, tokens };
}

/** The variables of the api and the connector that turn on the four providers at these stand-ins. */
export const paymentEnvironment = (httpUrl: string): Record<string, string> => ({
  EFI_URL: `${httpUrl}/sandbox/payments/efi`,
  EFI_CLIENT_ID: EFI.clientId,
  EFI_CLIENT_SECRET: EFI.clientSecret,
  EFI_PIX_KEY: EFI.pixKey,
  EFI_WEBHOOK_SECRET: EFI.webhookSecret,
  STRIPE_URL: httpUrl,
  STRIPE_SECRET_KEY: STRIPE.secretKey,
  STRIPE_WEBHOOK_SECRET: STRIPE.webhookSecret,
  ASAAS_URL: `${httpUrl}/sandbox/payments/asaas`,
  ASAAS_API_KEY: ASAAS.apiKey,
  ASAAS_WEBHOOK_TOKEN: ASAAS.webhookToken,
  MERCADOPAGO_URL: `${httpUrl}/sandbox/payments/mercadopago`,
  MERCADOPAGO_ACCESS_TOKEN: MERCADOPAGO.accessToken,
  MERCADOPAGO_WEBHOOK_SECRET: MERCADOPAGO.webhookSecret,
});

const page = async (c: Context) => c.html(await readFile(new URL("../page/payments.html", import.meta.url), "utf8"));

function viewOf(charge: Charge, notices: Notices): ShownCharge {
  const { reference: _reference, webhookUrl: _webhookUrl, ...shown } = charge;
  return {
    ...shown,
    actions: actionsOf(charge),
    notices: notices
      .listOf(charge.provider, charge.id)
      .map(({ id, event, state, times, lastStatus }) => ({ id, event, state, times, lastStatus })),
  };
}

function providerOf(c: Context): Provider {
  const name = providers.find((provider) => provider === c.req.param("provider"));
  if (!name) throw new SandboxError("ERR_NOT_FOUND");
  return name;
}

async function parse<S extends v.GenericSchema>(c: Context, schema: S): Promise<v.InferOutput<S>> {
  const { success, output } = v.safeParse(schema, await c.req.json().catch(() => null));
  if (!success) throw new SandboxError("ERR_VALIDATION");
  return output;
}
