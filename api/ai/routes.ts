import { type Context as Call, Hono, type MiddlewareHandler } from "hono";
import { DomainError } from "../../contracts/domain-error.ts";
import { AiPrompt, AiRequest, AiServerChange } from "../../contracts/office/ai-text.ts";
import type { Database } from "../../db/index.ts";
import {
  type Ai,
  beginAiTest,
  beginAiText,
  deleteAiServer,
  readAiServer,
  readAiState,
  saveAiServer,
} from "../../domain/office/ai-text/index.ts";
import { askAi, askAiWhole } from "../../outside/ai/index.ts";
import type { AppEnv } from "../http/app-env.ts";
import { failureKey, refuseWaiting } from "../http/failure-counts.ts";
import { takeCall } from "../http/recent-calls.ts";
import { bytes, describe } from "../http/reference/describe.ts";
import { validated } from "../http/validate.ts";
import { permitted } from "../session/index.ts";
import { answerStream } from "./answer-stream.ts";
import { AiServerAnswer, AiStateAnswer, AiTextAnswer } from "./answers.ts";

type Deps = { database: Database; signedIn: MiddlewareHandler<AppEnv>; ai: Ai };

/** A test connects to the address of a company's choice. */
const TESTS_PER_HOUR = 10;

const ofUser = (text: string, language: AiRequest["language"] = "pt"): AiRequest => ({
  purpose: "chat",
  language,
  messages: [{ role: "user", text }],
});

export function aiRoutes({ database, signedIn, ai }: Deps) {
  return new Hono<AppEnv>()
    .post(
      "/openai",
      describe("ai", "Generate a text; the answer comes when it is complete", { 200: AiTextAnswer }),
      signedIn,
      validated("json", AiPrompt),
      async (c) => {
        const { prompt } = c.req.valid("json");
        const server = await c.var.act((ctx) => beginAiText(ctx, ai, "chat"));
        return c.json({ answer: await logged(c, askAiWhole(server, ofUser(prompt), { signal: c.req.raw.signal })) });
      },
    )
    .post(
      "/ai/answers",
      describe("ai", "Generate a text as server-sent events: `text` parts, then `end` or `error`", {
        200: bytes("text/event-stream"),
      }),
      signedIn,
      validated("json", AiRequest),
      async (c) => {
        const request = c.req.valid("json");
        const server = await c.var.act((ctx) => beginAiText(ctx, ai, request.purpose));
        return answerStream({
          parts: (signal) => askAi(server, request, { signal }),
          onFailure: (error) => logFailure(c, error),
        });
      },
    )
    .get(
      "/ai",
      describe("ai", "Get whether texts can be generated, and the host that receives them", { 200: AiStateAnswer }),
      signedIn,
      async (c) => c.json(await c.var.read((ctx) => readAiState(ctx, ai))),
    )
    .get(
      "/ai/server",
      describe("ai", "Get the company's own AI server, without its key (admins)", { 200: AiServerAnswer }),
      signedIn,
      async (c) => c.json(await c.var.read((ctx) => readAiServer(ctx, ai))),
    )
    .put(
      "/ai/server",
      describe("ai", "Set the company's own AI server (admins)", { 200: AiServerAnswer }),
      signedIn,
      permitted("manageSettings"),
      validated("json", AiServerChange),
      async (c) => {
        const change = c.req.valid("json");
        return c.json(await c.var.act((ctx) => saveAiServer(ctx, ai, change)));
      },
    )
    .delete(
      "/ai/server",
      describe("ai", "Delete the company's own AI server and its key (admins)", { 200: AiServerAnswer }),
      signedIn,
      async (c) => c.json(await c.var.act((ctx) => deleteAiServer(ctx, ai))),
    )
    .post(
      "/ai/server/test",
      describe("ai", "Send a short fixed text to the AI server and return its answer (admins)", { 200: AiTextAnswer }),
      signedIn,
      permitted("manageSettings"),
      async (c) => {
        const server = await c.var.act((ctx) => beginAiTest(ctx, ai));
        const { companyId } = c.var.signedIn.actor;
        refuseWaiting(await takeCall(database, failureKey("ai test", companyId), TESTS_PER_HOUR, new Date()));
        const answer = askAiWhole(server, ofUser("Responda só: OK"), { signal: c.req.raw.signal });
        return c.json({ answer: await logged(c, answer) });
      },
    );
}

async function logged<T>(c: Call<AppEnv>, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    logFailure(c, error);
    throw error;
  }
}

/** Logs the code and status only: prompts and answers are never logged. */
function logFailure(c: Call<AppEnv>, error: unknown): void {
  const { log, signedIn } = c.var;
  const by = { companyId: signedIn.actor.companyId, userId: signedIn.actor.id };
  if (error instanceof DomainError)
    log.warn({ event: "ai_request_failed", code: error.code, ...error.details, ...by }, "AI server failed");
  else log.error({ event: "ai_request_failed", err: error, ...by }, "AI request failed with an unexpected error");
}
