import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import type { StreamEvent } from "../../contracts/sync.ts";
import { eventStream, parseEvent, splitBlocks } from "./stream.ts";

/** Starts a server for this test. Returns the address of its events. */
async function givenServer(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`;
}

/** Answers with the events, in an answer that stays open. */
const streaming =
  (events: string, opened = () => {}): RequestListener =>
  (_request, response) => {
    opened();
    response.writeHead(200, { "content-type": "text/event-stream" }).write(events);
  };

/** Opens the stream until the test ends. */
function givenStream(
  stream: ReturnType<typeof eventStream>,
  onEvent: (event: StreamEvent) => void,
  onLink = (_isUp: boolean) => {},
) {
  onTestFinished(stream(onEvent, onLink));
}

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
  const url = await givenServer((_request, response) => response.writeHead(401).end());
  const received: StreamEvent[] = [];
  givenStream(eventStream(url), (event) => received.push(event));
  await expect.poll(() => received[0]).toEqual({ type: "auth", reason: "ended" });
});

test("a stream that the cookie does not open is retried once before the session counts as ended", async () => {
  const url = await givenServer((request, response) =>
    request.headers.authorization
      ? streaming('data: {"type":"scope"}\n\n')(request, response)
      : response.writeHead(401).end(),
  );
  const withBearer: typeof fetch = (path, init) =>
    fetch(path, { ...init, headers: { ...init?.headers, authorization: "Bearer b" } });
  const received: StreamEvent[] = [];
  givenStream(eventStream(url, undefined, withBearer), (event) => received.push(event));
  await expect.poll(() => received).toEqual([{ type: "scope" }]);
});

test("an event whose handling fails does not end the stream", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  onTestFinished(() => logged.mockRestore());
  const opened = vi.fn();
  const events = 'data: {"type":"scope"}\n\ndata: {"type":"auth","reason":"ended"}\n\n';
  const url = await givenServer(streaming(events, opened));
  const received: StreamEvent[] = [];
  givenStream(eventStream(url), (event) => {
    if (event.type === "scope") throw new Error("a defect");
    received.push(event);
  });
  await expect.poll(() => received).toEqual([{ type: "auth", reason: "ended" }]);
  expect(opened).toHaveBeenCalledOnce();
  expect(logged).toHaveBeenCalledOnce();
});

test("a stream that still stands is closed when the browser goes offline, and opens again when it is back", async () => {
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("document", new EventTarget());
  onTestFinished(() => void vi.unstubAllGlobals());
  const opened = vi.fn();
  const url = await givenServer(streaming(": open\n\n", opened));
  const states: boolean[] = [];
  givenStream(
    eventStream(url),
    () => {},
    (isUp) => states.push(isUp),
  );
  await expect.poll(() => states).toEqual([true]);
  window.dispatchEvent(new Event("offline"));
  await expect.poll(() => states).toEqual([true, false]);
  window.dispatchEvent(new Event("online"));
  await expect.poll(() => opened.mock.calls.length).toBe(2);
});
