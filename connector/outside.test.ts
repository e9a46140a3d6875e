import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { askOutside } from "./outside.ts";

let server: http.Server;
let origin: string;
beforeAll(async () => {
  server = http.createServer((request, response) => {
    if (request.url === "/big") return void response.end("x".repeat(2_000));
    if (request.url === "/never") return;
    if (request.url === "/inward") return void response.writeHead(302, { location: "http://127.0.0.1:1/" }).end();
    if (request.url === "/round") return void response.writeHead(302, { location: "/round" }).end();
    request.setEncoding("utf8").on("data", (body) => response.end(`${request.method} ${body}`));
    if (request.method === "GET") response.end("GET");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

const ask = (address: string, request: Partial<Parameters<typeof askOutside>[1]> = {}) =>
  askOutside(address, { timeoutMs: 5_000, mostBytes: 1_000, allowed: [origin], ...request });

test("an origin that is allowed is asked, by GET or with JSON", async () => {
  expect((await ask(`${origin}/`)).body.toString()).toBe("GET");
  expect((await ask(`${origin}/`, { json: { a: 1 } })).body.toString()).toBe('POST {"a":1}');
});

test.each([
  "http://127.0.0.1:80/",
  "http://localhost/",
  "http://10.1.2.3/",
  "http://192.168.0.1/",
  "http://169.254.169.254/latest/meta-data",
  "http://[::1]/",
  "http://[::ffff:127.0.0.1]/",
  "http://[fd00::1]/",
  "http://0x7f000001/",
  "http://2130706433/",
  "file:///etc/passwd",
  "ftp://example.com/",
])("an address that leads into our own network is not asked: %s", async (address) => {
  await expect(ask(address)).rejects.toThrow(/own network|no address of the web/);
});

test("nor by a redirection, and a circle of them ends", async () => {
  await expect(ask(`${origin}/inward`)).rejects.toThrow("own network");
  await expect(ask(`${origin}/round`)).rejects.toThrow("redirections");
});

test("too large an answer, or none, is an error", async () => {
  await expect(ask(`${origin}/big`)).rejects.toThrow("too large");
  await expect(ask(`${origin}/never`, { timeoutMs: 50 })).rejects.toThrow();
});
