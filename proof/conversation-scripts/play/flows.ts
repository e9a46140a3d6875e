import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { createTypebot } from "../../../sandbox/typebot.ts";

/** Starts the sandbox's flows, and two with invalid answers: "quebrado" fails with 500, "lixo" returns an HTML page. */
export async function openFlows() {
  const app = new Hono();
  app.post("/sandbox/typebot/api/v1/typebots/quebrado/startChat", (c) => c.json({ message: "boom" }, 500));
  app.post("/sandbox/typebot/api/v1/typebots/lixo/startChat", (c) => c.html("<h1>Welcome to nginx!</h1>"));
  app.route("/sandbox/typebot", createTypebot());
  const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" });
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}/sandbox/typebot`, stop: () => void server.close() };
}
export type Flows = Awaited<ReturnType<typeof openFlows>>;
