import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";

export type Balancer = { url: string; stop(): Promise<void> };

/**
 * Starts a minimal proxy: each request goes to the next program, and a request without a body to the one after when
 * that one refuses the connection. It serves several processes on one machine; in production this is nginx's or
 * Caddy's job.
 */
export async function startRoundRobin(address: { host: string; port: number }, targets: string[]): Promise<Balancer> {
  let turn = 0;

  function forward(incoming: IncomingMessage, answer: ServerResponse, left = targets.length): void {
    turn += 1;
    const target = new URL(incoming.url ?? "/", targets[turn % targets.length]);
    const headers = {
      ...incoming.headers,
      "x-forwarded-for": incoming.socket.remoteAddress ?? "",
      "x-forwarded-proto": "http",
    };
    const outgoing = request(target, { method: incoming.method, headers });
    outgoing.on("response", (response) => {
      answer.writeHead(response.statusCode ?? 502, response.rawHeaders);
      response.pipe(answer);
      response.on("error", () => answer.destroy());
    });
    outgoing.on("error", (error: NodeJS.ErrnoException) => {
      // A body may already be in transit to the missing program, so its client must retry such a request.
      const hasBody = incoming.method !== "GET" && incoming.method !== "HEAD";
      if (error.code === "ECONNREFUSED" && left > 1 && !hasBody) return forward(incoming, answer, left - 1);
      if (answer.headersSent) answer.destroy();
      else answer.writeHead(502).end();
    });
    answer.on("close", () => outgoing.destroy());
    incoming.pipe(outgoing);
  }

  const server = createServer((incoming, answer) => forward(incoming, answer));
  await new Promise<void>((done, fail) => {
    server.once("error", fail);
    server.listen(address.port, address.host, done);
  });
  return {
    url: `http://${address.host}:${address.port}`,
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
