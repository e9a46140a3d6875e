import { setTimeout as pause } from "node:timers/promises";
import { Hono } from "hono";
import { streamSSE } from "hono/streaming";
import * as v from "valibot";
import { answerTo } from "./answers.ts";

/** The key that the stand-in accepts. */
export const AI_KEY = "sandbox-ai-key";
export const AI_MODEL = "balcao-sandbox";

/** How the stand-in behaves from now on. */
const Behaviour = v.object({
  /** Pause before each word. */
  delayMs: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(60_000)), 15),
  /** Closes the connection after this many words; null: never. */
  breakAfter: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))), null),
  /** Sends nothing more after this many words and keeps the connection open; null: never. */
  silentAfter: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))), null),
  /** Answers every request with this status: 401 refuses the key, 429 limits the rate. Null: none. */
  status: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(400), v.maxValue(599))), null),
});
export type AiBehaviour = v.InferInput<typeof Behaviour>;

const Completion = v.object({
  model: v.string(),
  stream: v.optional(v.boolean(), false),
  messages: v.pipe(v.array(v.object({ role: v.string(), content: v.string() })), v.minLength(1)),
});

const refusal = (message: string, code: string) => ({ error: { message, type: "invalid_request_error", code } });

/** Stands in for a server with the OpenAI chat completions API. Its answers depend on the request only. */
export function createAi() {
  let behaviour = v.parse(Behaviour, {});
  /** The bodies received and how many requests the caller gave up, for tests. */
  const seen = { requests: [] as v.InferOutput<typeof Completion>[], aborted: 0 };
  const app = new Hono();

  app.put("/behaviour", async (c) => {
    behaviour = v.parse(Behaviour, await c.req.json());
    return c.json(behaviour);
  });
  app.get("/requests", (c) => c.json(seen));

  app.post("/v1/chat/completions", async (c) => {
    const { delayMs, breakAfter, silentAfter, status } = behaviour;
    if (c.req.header("authorization") !== `Bearer ${AI_KEY}`)
      return c.json(refusal("Incorrect API key provided.", "invalid_api_key"), 401);
    if (status !== null) return c.json(refusal("Refused by the sandbox.", "sandbox"), status as 401);
    const asked = v.safeParse(Completion, await c.req.json());
    if (!asked.success) return c.json(refusal("Invalid body.", "invalid_body"), 400);
    const { model, messages, stream } = asked.output;
    if (model !== AI_MODEL) return c.json(refusal(`The model ${model} does not exist.`, "model_not_found"), 404);
    seen.requests.push(asked.output);
    const answer = answerTo(messages);
    const about = { id: "chatcmpl-sandbox", created: 0, model };
    if (!stream) {
      const choice = { index: 0, message: { role: "assistant", content: answer }, finish_reason: "stop" };
      return c.json({ ...about, object: "chat.completion", choices: [choice] });
    }
    return streamSSE(c, async (events) => {
      events.onAbort(() => void seen.aborted++);
      const send = (delta: object, finish_reason: string | null = null) => {
        const choices = [{ index: 0, delta, finish_reason }];
        return events.writeSSE({ data: JSON.stringify({ ...about, object: "chat.completion.chunk", choices }) });
      };
      await send({ role: "assistant", content: "" });
      const words = answer.match(/\s*\S+/g) ?? [];
      for (const [place, word] of words.entries()) {
        if (place === breakAfter) return;
        if (place === silentAfter) while (!events.aborted) await pause(50);
        if (events.aborted) return;
        await pause(delayMs);
        await send({ content: word });
      }
      await send({}, "stop");
      await events.writeSSE({ data: "[DONE]" });
    });
  });
  return app;
}
