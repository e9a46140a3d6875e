import dns from "node:dns";
import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { fetchUntrusted, isPrivateHost, type UntrustedRequest } from "./index.ts";

let server: http.Server;
let origin: string;
const asked: string[] = [];
beforeAll(async () => {
  server = http.createServer((request, response) => {
    asked.push(request.url ?? "");
    if (request.url === "/big") return void response.end("x".repeat(2_000));
    if (request.url === "/big-stream") {
      for (let part = 0; part < 20; part++) response.write("x".repeat(100));
      return void response.end();
    }
    if (request.url === "/never") return;
    if (request.url === "/stalls") return void response.write("begin");
    if (request.url === "/here") return void response.writeHead(302, { location: "/" }).end();
    if (request.url === "/inward") return void response.writeHead(302, { location: "http://127.0.0.2:1/" }).end();
    if (request.url === "/elsewhere") return void response.writeHead(302, { location: "http://example.com/" }).end();
    if (request.url === "/round") return void response.writeHead(302, { location: "/round" }).end();
    request.setEncoding("utf8").on("data", (body) => response.end(`${request.method} ${body}`));
    if (request.method === "GET") response.end("GET");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const ask = (address: string, request: Partial<UntrustedRequest> = {}) =>
  fetchUntrusted(address, {
    timeoutMs: 5_000,
    maxBytes: 1_000,
    isAllowed: () => true,
    isPrivateAllowed: (url) => url.origin === origin,
    ...request,
  });

test("an allowed private address is requested, by GET or by POST", async () => {
  expect((await ask(`${origin}/`)).body.toString()).toBe("GET");
  expect((await ask(`${origin}/`, { body: '{"a":1}' })).body.toString()).toBe('POST {"a":1}');
});

test.each([
  "http://127.0.0.1:80/",
  "http://localhost/",
  "http://localhost./",
  "http://inner.localhost/",
  "http://10.1.2.3/",
  "http://192.168.0.1/",
  "http://169.254.169.254/latest/meta-data",
  "http://[::]/",
  "http://[::1]/",
  "http://[::127.0.0.1]/",
  "http://[::ffff:127.0.0.1]/",
  "http://[::ffff:a9fe:a9fe]/",
  "http://[64:ff9b::7f00:1]/",
  "http://[64:ff9b:1::7f00:1]/",
  "http://[2002:7f00:1::]/",
  "http://[fd00::1]/",
  "http://[fe80::1]/",
  "http://[fec0::1]/",
  "http://0x7f000001/",
  "http://2130706433/",
  "http://0177.0.0.1/",
  "http://127.1/",
])("SSRF: a private address is not requested: %s", async (address) => {
  expect(isPrivateHost(new URL(address).hostname)).toBe(true);
  await expect(ask(address)).rejects.toThrow("private network");
});

test.each(["8.8.8.8", "[2001:4860:4860::8888]", "[::ffff:8.8.8.8]", "example.com"])("%s is public", (host) => {
  expect(isPrivateHost(new URL(`http://${host}/`).hostname)).toBe(false);
});

test("SSRF: a name that resolves to a private address is refused when the connection is made", async () => {
  const answers = [
    { address: "93.184.216.34", family: 4 },
    { address: "127.0.0.1", family: 4 },
  ];
  const lookup = vi.spyOn(dns, "lookup");
  lookup.mockImplementation(((_name: string, _options: object, done: (error: null, found: object[]) => void) =>
    done(null, answers)) as never);
  const { port } = new URL(origin);
  const before = asked.length;
  await expect(ask(`http://rebinding.example:${port}/`)).rejects.toThrow("private network");
  expect([lookup.mock.calls.length, asked.length - before]).toEqual([1, 0]);
  lookup.mockRestore();
});

test.each(["file:///etc/passwd", "ftp://example.com/", "data:text/plain,x"])("%s is not HTTP", async (address) => {
  await expect(ask(address)).rejects.toThrow("not HTTP");
});

test("an address outside the allow-list is not requested", async () => {
  const before = asked.length;
  await expect(ask(`${origin}/`, { isAllowed: () => false })).rejects.toThrow("not allowed");
  expect(asked.length).toBe(before);
});

test("SSRF: a redirect is an error; where it is followed, the target passes the same checks", async () => {
  await expect(ask(`${origin}/here`)).rejects.toThrow("redirect");
  expect((await ask(`${origin}/here`, { maxRedirects: 1 })).body.toString()).toBe("GET");
  await expect(ask(`${origin}/here`, { maxRedirects: 1, body: "x" })).rejects.toThrow("redirect");
  await expect(ask(`${origin}/inward`, { maxRedirects: 3 })).rejects.toThrow("private network");
  const isAllowed = (url: URL) => url.origin === origin;
  await expect(ask(`${origin}/elsewhere`, { maxRedirects: 3, isAllowed })).rejects.toThrow("not allowed");
  await expect(ask(`${origin}/round`, { maxRedirects: 3 })).rejects.toThrow("redirect");
});

test("an answer that is too large, too late or never ends is an error", async () => {
  await expect(ask(`${origin}/big`)).rejects.toThrow("larger than 1000");
  await expect(ask(`${origin}/big-stream`)).rejects.toThrow("larger than 1000");
  await expect(ask(`${origin}/never`, { timeoutMs: 50 })).rejects.toThrow();
  await expect(ask(`${origin}/stalls`, { timeoutMs: 200 })).rejects.toThrow();
});
