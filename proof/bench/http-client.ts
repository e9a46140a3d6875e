import { Agent, request } from "node:http";

/** Opens a client with one keep-alive connection, like an integrator's. Resolves with the complete body. */
export function keepAlive(url: string, token: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const authorization = { Authorization: `Bearer ${token}` };
  const send = (method: string, path: string, content?: unknown) =>
    new Promise<string>((done, fail) => {
      const headers = { ...authorization, ...(content !== undefined && { "Content-Type": "application/json" }) };
      const asked = request(`${url}${path}`, { agent, method, headers }, (answer) => {
        let body = "";
        answer.setEncoding("utf8");
        answer.on("data", (part: string) => {
          body += part;
        });
        answer.on("end", () =>
          answer.statusCode === 200 ? done(body) : fail(new Error(`${path} answered ${answer.statusCode}: ${body}`)),
        );
      });
      asked.on("error", fail);
      asked.end(content === undefined ? undefined : JSON.stringify(content));
    });
  return {
    get: (path: string) => send("GET", path),
    post: (path: string, content: unknown) => send("POST", path, content),
    close: () => agent.destroy(),
  };
}
