import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import type { StreamEvent } from "../contracts/sync.ts";
import { eventStream, parseEvent, splitBlocks } from "./stream.ts";

test("events are parsed across chunks, and heartbeats are not events", () => {
  const [blocks, rest] = splitBlocks(': heartbeat\n\ndata: {"type":"scope"}\r\n\r\ndata: {"ty');
  expect(blocks.map(parseEvent)).toEqual([null, { type: "scope" }]);
  expect(rest).toBe('data: {"ty');
});

test("an unknown event of a newer server is ignored", () => {
  expect(parseEvent('data: {"type":"presence"}')).toBeNull();
  expect(parseEvent("data: not json")).toBeNull();
});

test("a stream refused because the session ended reports it", async () => {
  const server = createServer((_request, response) => response.writeHead(401).end());
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const received: StreamEvent[] = [];
  const close = eventStream(`http://127.0.0.1:${port}/events`)(
    (event) => received.push(event),
    () => {},
  );
  await expect.poll(() => received[0]).toEqual({ type: "auth", reason: "ended" });
  close();
  server.close();
});

test("a stream that the cookie does not open is retried once before the session counts as ended", async () => {
  const server = createServer((request, response) => {
    if (!request.headers.authorization) return response.writeHead(401).end();
    response.writeHead(200, { "content-type": "text/event-stream" });
    return response.write('data: {"type":"scope"}\n\n');
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const received: StreamEvent[] = [];
  const close = eventStream(`http://127.0.0.1:${port}/events`, undefined, (path, init) =>
    fetch(path, { ...init, headers: { ...init.headers, authorization: "Bearer b" } }),
  )(
    (event) => received.push(event),
    () => {},
  );
  await expect.poll(() => received).toEqual([{ type: "scope" }]);
  close();
  server.closeAllConnections();
  server.close();
});

test("a stream that still stands is closed when the browser goes offline, and opens again when it is back", async () => {
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("document", new EventTarget());
  onTestFinished(() => void vi.unstubAllGlobals());
  let opened = 0;
  const server = createServer((_request, response) => {
    opened += 1;
    response.writeHead(200, { "content-type": "text/event-stream" });
    return response.write(": open\n\n");
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const states: boolean[] = [];
  const close = eventStream(`http://127.0.0.1:${port}/events`)(
    () => {},
    (isUp) => states.push(isUp),
  );
  await expect.poll(() => states).toEqual([true]);
  window.dispatchEvent(new Event("offline"));
  await expect.poll(() => states).toEqual([true, false]);
  window.dispatchEvent(new Event("online"));
  await expect.poll(() => opened).toBe(2);
  close();
  server.closeAllConnections();
  server.close();
});
