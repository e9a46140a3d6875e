import { once } from "node:events";
import { createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { freePort } from "./free-port.ts";

test("a port is free, and none that the system gives to outgoing connections", async () => {
  const port = await freePort();
  expect(port).toBeGreaterThanOrEqual(20_000);
  expect(port).toBeLessThan(32_000);
  const server = createServer().listen(port, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
});

test("a port that is in use is not returned", async () => {
  const used = await freePort();
  const server = createServer().listen(used, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const draws = [used - 20_000, used - 20_000, 11_999];
  const port = await freePort(() => draws.shift() ?? 11_998);
  expect(port).not.toBe(used);
  expect(draws).toEqual([]);
  await expect(freePort(() => used - 20_000)).rejects.toThrow("no free port among 100");
});
