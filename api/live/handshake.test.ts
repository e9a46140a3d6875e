import { expect, test } from "vitest";
import { clientNetworkOf, isOurPage, serverOriginOf } from "./handshake.ts";

const from = (headers: Record<string, string>) => ({ handshake: { headers, address: "10.0.0.9", secure: true } });

test("client network: the forwarded header counts only behind a trusted proxy, and only its last address", () => {
  const socket = from({ "x-forwarded-for": "203.0.113.7, 198.51.100.2" });
  expect(clientNetworkOf(socket, { trustsProxy: true })).toBe("198.51.100.2");
  expect(clientNetworkOf(socket, { trustsProxy: false })).toBe("10.0.0.9");
  expect(clientNetworkOf(from({}), { trustsProxy: true })).toBe("10.0.0.9");
  expect(clientNetworkOf(from({ "x-forwarded-for": "2001:db8:0:1::7" }), { trustsProxy: true })).toBe("2001:db8:0:1");
});

test.each([
  ["without an origin", {}, true],
  ["from our own host", { origin: "https://desk.example", host: "desk.example" }, true],
  ["from a configured origin", { origin: "https://app.example", host: "desk.example" }, true],
  ["from another page", { origin: "https://evil.example", host: "desk.example" }, false],
  ["from an origin that is no address", { origin: "null", host: "desk.example" }, false],
])("cookie of a socket %s", (_name, headers: Record<string, string>, isUsed) => {
  expect(isOurPage(from(headers), { corsOrigins: ["https://app.example"] })).toBe(isUsed);
});

test("server origin: the public address, or else the host that the client requested", () => {
  const socket = from({ host: "desk.example:8080" });
  expect(serverOriginOf(socket, { publicUrl: "https://balcao.example" })).toBe("https://balcao.example");
  expect(serverOriginOf(socket, { publicUrl: "" })).toBe("https://desk.example:8080");
});
