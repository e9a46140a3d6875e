import { Agent, request } from "node:http";

/** Opens a client with one keep-alive connection, like an integrator's. `get` resolves with the complete body. */
export function keepAlive(url: string, token: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = { Authorization: `Bearer ${token}` };
  return {
    get: (path: string) =>
      new Promise<string>((done, fail) => {
        const asked = request(`${url}${path}`, { agent, headers }, (answer) => {
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
        asked.end();
      }),
    close: () => agent.destroy(),
  };
}
