import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { AI_KEY, AI_MODEL, type AiBehaviour, createAi } from "../ai/index.ts";

type Seen = { requests: { messages: { role: string; content: string }[] }[]; aborted: number };

/** Starts the stand-in for an AI server alone, for tests. */
export async function startAi() {
  const app = new Hono().route("/ai", createAi());
  const server = serve({ port: 0, hostname: "127.0.0.1", fetch: app.fetch }) as Server;
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    platform: { url: `${origin}/ai/v1`, key: AI_KEY, model: AI_MODEL },
    async behave(behaviour: AiBehaviour): Promise<void> {
      await app.request("/ai/behaviour", { method: "PUT", body: JSON.stringify(behaviour) });
    },
    seen: async (): Promise<Seen> => (await app.request("/ai/requests")).json(),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
