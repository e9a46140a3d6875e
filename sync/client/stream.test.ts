import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import type { StreamEvent } from "../contracts/sync.ts";
import { eventStream, parseEvent, splitBlocks } from "./stream.ts";

test("events are read across pieces, and heartbeats are no events", () => {
  const [blocks, rest] = splitBlocks(': heartbeat\n\ndata: {"type":"scope"}\r\n\r\ndata: {"ty');
  expect(blocks.map(parseEvent)).toEqual([null, { type: "scope" }]);
  expect(rest).toBe('data: {"ty');
});

test("an event of a newer server is passed over", () => {
  expect(parseEvent('data: {"type":"presence"}')).toBeNull();
  expect(parseEvent("data: not json")).toBeNull();
});

test("a line that finds the session ended says so", async () => {
  const server = createServer((_request, response) => response.writeHead(401).end());
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const heard: StreamEvent[] = [];
  const close = eventStream(`http://127.0.0.1:${port}/events`)(
    (event) => heard.push(event),
    () => {},
  );
  await expect.poll(() => heard[0]).toEqual({ type: "auth", reason: "ended" });
  close();
  server.close();
});

test("a line that the cookie does not open is asked for once more, and nobody is told that the session has ended", async () => {
  const server = createServer((request, response) => {
    if (!request.headers.authorization) return response.writeHead(401).end();
    response.writeHead(200, { "content-type": "text/event-stream" });
    return response.write('data: {"type":"scope"}\n\n');
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const heard: StreamEvent[] = [];
  const close = eventStream(`http://127.0.0.1:${port}/events`, undefined, (path, init) =>
    fetch(path, { ...init, headers: { ...init.headers, authorization: "Bearer b" } }),
  )(
    (event) => heard.push(event),
    () => {},
  );
  await expect.poll(() => heard).toEqual([{ type: "scope" }]);
  close();
  server.closeAllConnections();
  server.close();
});
