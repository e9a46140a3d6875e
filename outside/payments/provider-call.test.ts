import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import * as v from "valibot";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openProviderCall, ProviderError } from "./provider-call.ts";

const SECRET = "chave-secreta";
let answer: (response: ServerResponse) => void;
let calls = 0;
const server = createServer((_request, response) => {
  calls += 1;
  answer(response);
});
let url = "";
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const Answer = v.object({ id: v.string() });
const read = (timeoutMs?: number) =>
  openProviderCall({ provider: "Asaas", url, timeoutMs })("GET", `/v3/x`, Answer, {
    headers: { access_token: SECRET },
  });

test("returns the fields that it was asked for", async () => {
  answer = (response) => response.end('{"id":"1","more":true}');
  expect(await read()).toEqual({ id: "1" });
});

test.each<[string, number, (response: ServerResponse) => void]>([
  ["an error status", 503, (response) => response.writeHead(503).end('{"id":"1"}')],
  ["a refusal that repeats the key", 401, (response) => response.writeHead(401).end(SECRET)],
  ["a redirect", 302, (response) => response.writeHead(302, { location: url }).end('{"id":"1"}')],
  ["no JSON", 0, (response) => response.end("<html>")],
  ["nothing", 0, (response) => response.end()],
  ["another shape", 0, (response) => response.end('{"id":1}')],
  ["more than a mebibyte", 0, (response) => response.end(JSON.stringify({ id: "x".repeat(1_100_000) }))],
  [
    "half an answer",
    0,
    (response) => response.writeHead(200, { "content-length": 100 }).write('{"id":', () => response.destroy()),
  ],
])("fails on %s, once, without the key or the address in the error", async (_what, status, giveAnswer) => {
  [answer, calls] = [giveAnswer, 0];
  const error = await read().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ProviderError);
  expect((error as ProviderError).status).toBe(status);
  expect(calls).toBe(1);
  const { stack } = error as Error;
  for (const text of [SECRET, url])
    expect(`${stack} ${JSON.stringify(error)} ${(error as Error).cause}`).not.toContain(text);
});

test("fails when there is no answer, or no end of it, in time, and when nobody listens", async () => {
  answer = () => undefined;
  await expect(read(50)).rejects.toMatchObject({ status: 0 });
  answer = (response) => response.write('{"id":');
  await expect(read(50)).rejects.toMatchObject({ status: 0 });
  const nobody = openProviderCall({ provider: "Asaas", url: "http://127.0.0.1:9" });
  await expect(nobody("GET", "/", Answer, { headers: {} })).rejects.toMatchObject({ status: 0 });
});
