import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { onTestFinished } from "vitest";
import { createPayments, paymentEnvironment } from "../payments/index.ts";
import { Store } from "../store.ts";

/** Starts the stand-ins of the payment providers on a free port until the test ends. */
export async function startPayments() {
  const payments = createPayments(new Store());
  const app = new Hono();
  app.route("/", payments.stripe);
  app.route("/sandbox/payments", payments.app);
  const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }) as Server;
  await once(server, "listening");
  onTestFinished(async () => {
    payments.notices.stop();
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });
  const httpUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { ...payments, httpUrl, environment: paymentEnvironment(httpUrl) };
}
