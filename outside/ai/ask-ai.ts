import { DomainError } from "../../contracts/domain-error.ts";
import { aiInstructions } from "../../contracts/office/ai-instructions.ts";
import type { AiRequest } from "../../contracts/office/ai-text.ts";
import { type AddressPolicy, fetchUntrustedStream, UntrustedFetchError } from "../untrusted-fetch/index.ts";
import { type AnswerPart, readAnswer, readWholeAnswer } from "./read-answer.ts";

/** A server with everything that a request to it needs. The key reaches nothing but that request. */
export type AiServer = { url: string; model: string; key: string; policy: AddressPolicy };

/** Without a byte for this long the server counts as gone. */
const IDLE_MS = 30_000;
/** A whole answer, however steadily it comes. */
const WHOLE_MS = 5 * 60_000;
const MAX_BYTES = 4 * 1024 * 1024;

type Options = {
  /** Aborted when the user stops, or when the browser is gone. */
  signal: AbortSignal;
  idleMs?: number;
};

/**
 * Asks a server for an answer by the OpenAI chat completions API. Yields the texts as they arrive, then the end.
 * Throws a `DomainError` for each way in which the server fails; none of them contains the prompt or the key.
 */
export async function* askAi(server: AiServer, request: AiRequest, options: Options): AsyncGenerator<AnswerPart> {
  const { signal, idleMs = IDLE_MS } = options;
  const closing = new AbortController();
  let isIdle = false;
  let timer: NodeJS.Timeout | undefined;
  const watch = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      isIdle = true;
      closing.abort();
    }, idleMs);
  };
  try {
    watch();
    const { status, headers, body } = await fetchUntrustedStream(addressOf(server.url), {
      ...server.policy,
      body: bodyOf(server, request),
      headers: {
        "content-type": "application/json",
        accept: "text/event-stream, application/json",
        ...(server.key && { authorization: `Bearer ${server.key}` }),
      },
      timeoutMs: WHOLE_MS,
      maxBytes: MAX_BYTES,
      signal: AbortSignal.any([signal, closing.signal]),
    });
    refuseStatus(status);
    const bytes = watched(body, watch);
    if (headers["content-type"]?.includes("json")) yield* readWholeAnswer(await textOf(bytes));
    else yield* readAnswer(bytes);
  } catch (error) {
    if (signal.aborted) throw new DomainError("ERR_AI_STOPPED");
    if (isIdle) throw new DomainError("ERR_AI_TIMEOUT");
    throw failureOf(error);
  } finally {
    clearTimeout(timer);
    // Ends the request when the reader stops early; the server then stops generating.
    closing.abort();
  }
}

/** Returns the whole answer as one text. */
export async function askAiWhole(server: AiServer, request: AiRequest, options: Options): Promise<string> {
  let answer = "";
  for await (const part of askAi(server, request, options)) if ("text" in part) answer += part.text;
  return answer;
}

/** Accepts the address of the API ("…/v1") and that of the call itself. */
function addressOf(url: string): string {
  const base = url.replace(/\/+$/, "");
  return base.endsWith("/chat/completions") ? base : `${base}/chat/completions`;
}

function bodyOf({ model }: AiServer, { purpose, language, messages }: AiRequest): string {
  const system = { role: "system", content: aiInstructions[purpose][language] };
  const written = messages.map(({ role, text }) => ({ role, content: text }));
  return JSON.stringify({ model, stream: true, messages: [system, ...written] });
}

function refuseStatus(status: number): void {
  if (status >= 200 && status < 300) return;
  if (status === 401 || status === 403) throw new DomainError("ERR_AI_KEY");
  if (status === 429) throw new DomainError("ERR_AI_BUSY");
  if (status >= 400 && status < 500 && status !== 408) throw new DomainError("ERR_AI_REFUSED", { status });
  throw new DomainError("ERR_AI_UNREACHABLE", { status });
}

/** Everything that is not ours is the network: names that do not resolve, closed connections, invalid HTTP. */
function failureOf(error: unknown): unknown {
  if (error instanceof DomainError) return error;
  if (error instanceof UntrustedFetchError) return new DomainError("ERR_AI_UNREACHABLE", { reason: error.message });
  if (!(error instanceof Error)) return error;
  if (error.name === "TimeoutError") return new DomainError("ERR_AI_TIMEOUT");
  const isNetwork = "code" in error || error.name === "AbortError";
  return isNetwork ? new DomainError("ERR_AI_UNREACHABLE") : error;
}

async function* watched(body: AsyncIterable<Buffer>, onData: () => void): AsyncGenerator<Buffer> {
  for await (const part of body) {
    onData();
    yield part;
  }
}

async function textOf(bytes: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of bytes) parts.push(part);
  return Buffer.concat(parts).toString("utf8");
}
