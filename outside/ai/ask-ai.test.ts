import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { aiInstructions } from "../../contracts/office/ai-instructions.ts";
import type { AiRequest } from "../../contracts/office/ai-text.ts";

import { refusal } from "../../domain/testing.ts";
import { startAi } from "../../sandbox/testing/start-ai.ts";
import { type AiServer, askAi, askAiWhole } from "./ask-ai.ts";

let ai: Awaited<ReturnType<typeof startAi>>;
beforeAll(async () => {
  ai = await startAi();
});
afterAll(() => ai.stop());
beforeEach(() => ai.behave({ delayMs: 0 }));

const anywhere = { isAllowed: () => true, isPrivateAllowed: () => true };
const ofStandIn = (): AiServer => ({ ...ai.platform, policy: anywhere });
const request = (purpose: AiRequest["purpose"], text: string): AiRequest => ({
  purpose,
  language: "pt",
  messages: [{ role: "user", text }],
});
const signal = () => new AbortController().signal;
const ask = (server: AiServer, idleMs?: number) =>
  askAiWhole(server, request("improve", "oi  tudo bem"), { signal: signal(), ...(idleMs && { idleMs }) });

/** Starts a server that answers in its own way. */
async function given(answer: RequestListener): Promise<AiServer> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return { url, key: "k", model: "m", policy: anywhere };
}

test("an answer arrives in parts; the server gets the instruction, the messages and nothing else", async () => {
  const parts = [];
  for await (const part of askAi(ofStandIn(), request("improve", "oi  tudo bem"), { signal: signal() }))
    parts.push(part);
  expect(parts).toEqual([{ text: "Oi" }, { text: " tudo" }, { text: " bem." }, { end: "complete" }]);
  expect((await ai.seen()).requests.at(-1)).toEqual({
    model: ai.platform.model,
    stream: true,
    messages: [
      { role: "system", content: aiInstructions.improve.pt },
      { role: "user", content: "oi  tudo bem" },
    ],
  });
});

test("an answer without streaming is read, and an address that ends with the call's path works", async () => {
  const paths: (string | undefined)[] = [];
  const server = await given((asked, answer) => {
    paths.push(asked.url);
    answer.setHeader("content-type", "application/json; charset=utf-8");
    answer.end(JSON.stringify({ choices: [{ message: { content: [{ type: "text", text: "Olá!" }] } }] }));
  });
  expect(await ask(server)).toBe("Olá!");
  expect(await ask({ ...server, url: `${server.url}/chat/completions/` })).toBe("Olá!");
  expect(paths).toEqual(["/v1/chat/completions", "/v1/chat/completions"]);
});

describe("failures have their own codes", () => {
  test.each([
    [{ status: 401 }, "ERR_AI_KEY"],
    [{ status: 403 }, "ERR_AI_KEY"],
    [{ status: 429 }, "ERR_AI_BUSY"],
    [{ status: 422 }, "ERR_AI_REFUSED"],
    [{ status: 503 }, "ERR_AI_UNREACHABLE"],
    [{ breakAfter: 1 }, "ERR_AI_UNREACHABLE"],
  ])("%j is %s", async (behaviour, code) => {
    await ai.behave({ delayMs: 0, ...behaviour });
    expect((await refusal(ask(ofStandIn()))).code).toBe(code);
  });
  test("a wrong key and a model that does not exist", async () => {
    expect((await refusal(ask({ ...ofStandIn(), key: "wrong" }))).code).toBe("ERR_AI_KEY");
    expect((await refusal(ask({ ...ofStandIn(), model: "wrong" }))).code).toBe("ERR_AI_REFUSED");
  });
  test("a connection that nothing listens to, a reset one, and a redirect", async () => {
    const away = { ...ofStandIn(), url: "http://127.0.0.1:1/v1" };
    expect((await refusal(ask(away))).code).toBe("ERR_AI_UNREACHABLE");
    const reset = await given((_asked, answer) => {
      answer.writeHead(200, { "content-type": "text/event-stream" });
      answer.write('data: {"choices":[{"delta":{"content":"a"}}]}\n\n', () => answer.destroy());
    });
    expect((await refusal(ask(reset))).code).toBe("ERR_AI_UNREACHABLE");
    const moved = await given((_asked, answer) => void answer.writeHead(302, { location: "http://127.0.0.1/" }).end());
    expect((await refusal(ask(moved))).code).toBe("ERR_AI_UNREACHABLE");
  });
  test("an address that the policy does not allow gets no request", async () => {
    let requests = 0;
    const server = await given((_asked, answer) => {
      requests++;
      answer.end();
    });
    const refused = { ...server, policy: { isAllowed: () => true } };
    expect((await refusal(ask(refused))).code).toBe("ERR_AI_UNREACHABLE");
    expect(requests).toBe(0);
  });
});

test("a server that sends nothing times out, before the first word and in the middle", async () => {
  const silent = await given(() => {});
  expect((await refusal(ask(silent, 60))).code).toBe("ERR_AI_TIMEOUT");
  await ai.behave({ delayMs: 0, silentAfter: 2 });
  expect((await refusal(ask(ofStandIn(), 200))).code).toBe("ERR_AI_TIMEOUT");
});

test("a slow server that keeps sending does not time out", async () => {
  await ai.behave({ delayMs: 150 });
  expect(await ask(ofStandIn(), 400)).toBe("Oi tudo bem.");
});

test("an aborted request ends at the server too, as does one whose reader leaves", async () => {
  await ai.behave({ delayMs: 0, silentAfter: 1 });
  const { aborted } = await ai.seen();
  const stop = new AbortController();
  const parts = askAi(ofStandIn(), request("improve", "oi tudo"), { signal: stop.signal });
  expect(await parts.next()).toEqual({ value: { text: "Oi" }, done: false });
  const next = refusal(parts.next());
  stop.abort();
  expect((await next).code).toBe("ERR_AI_STOPPED");
  await expect.poll(async () => (await ai.seen()).aborted).toBe(aborted + 1);
  for await (const _part of askAi(ofStandIn(), request("improve", "oi tudo"), { signal: signal() })) break;
  await expect.poll(async () => (await ai.seen()).aborted).toBe(aborted + 2);
});
