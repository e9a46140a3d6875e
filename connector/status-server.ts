import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Database, databaseProblem, isMetricsCaller, type Metrics } from "../db/index.ts";
import { isLoopback } from "../outside/environment/index.ts";
import type { Ownership } from "./ownership/ownership.ts";

export type StatusOptions = { host: string; port: number; token: string };
type Parts = { database: Database; metrics: Metrics; ownership: Ownership };

/** Serves `/health`, `/ready` and `/metrics` of this process on a separate port, and nothing else. */
export async function startStatusServer({ host, port, token }: StatusOptions, parts: Parts) {
  const { database, metrics, ownership } = parts;
  const answers: Record<string, () => Promise<[status: number, body: string]>> = {
    "/health": async () => [200, "ok\n"],
    "/ready": async () => {
      const problem = ownership.problem ?? (await databaseProblem(database));
      return problem ? [503, `${problem}\n`] : [200, "ready\n"];
    },
    "/metrics": async () => [200, await metrics.text()],
  };
  const server = createServer((request, response) => {
    const path = request.url?.split("?")[0] ?? "";
    const caller = {
      token,
      isLocalOnly: isLoopback(host),
      authorization: request.headers.authorization,
      address: request.socket.remoteAddress,
      isForwarded: "x-forwarded-for" in request.headers || "forwarded" in request.headers,
    };
    const isOpen = path !== "/metrics" || isMetricsCaller(caller);
    const answer = isOpen ? answers[path] : undefined;
    const answered = answer ? answer() : Promise.resolve<[number, string]>([404, "not found\n"]);
    answered
      .catch((): [number, string] => [500, "failed\n"])
      .then(([status, body]) => response.writeHead(status, { "Content-Type": "text/plain; version=0.0.4" }).end(body));
  });
  server.listen(port, host);
  await once(server, "listening");
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${bound}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
