import { DomainError } from "../../contracts/domain-error.ts";
import { EventTooLargeError, readEvents } from "../../contracts/event-data.ts";
import { type AiEnd, MAX_ANSWER_CHARACTERS } from "../../contracts/office/ai-text.ts";

/** A part of an answer, or its end. */
export type AnswerPart = { text: string } | { end: AiEnd };

/**
 * Reads a streamed chat completion. Yields the texts as they arrive and then why the answer ended. Throws
 * ERR_AI_UNREACHABLE when the stream breaks off or holds an error, ERR_AI_BUSY when that error is a rate limit.
 */
export async function* readAnswer(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<AnswerPart> {
  let length = 0;
  let end: AiEnd | null = null;
  for await (const data of eventsOf(bytes)) {
    if (data.trim() === "[DONE]") return yield { end: end ?? "complete" };
    const chunk = readChunk(data);
    end = chunk.end ?? end;
    if (!chunk.text) continue;
    const text = cutAt(chunk.text, MAX_ANSWER_CHARACTERS - length);
    length += text.length;
    if (text) yield { text };
    if (text.length < chunk.text.length) return yield { end: "cut" };
  }
  // Some servers close the stream after the finish reason, without [DONE].
  if (!end) throw new DomainError("ERR_AI_UNREACHABLE", { reason: "broken off" });
  yield { end };
}

/** Reads an answer of a server that ignores `stream` and sends one JSON text. */
export function readWholeAnswer(json: string): AnswerPart[] {
  const { text, end } = readChunk(json);
  if (!text) throw new DomainError("ERR_AI_UNREACHABLE", { reason: "no text" });
  const kept = cutAt(text, MAX_ANSWER_CHARACTERS);
  return [{ text: kept }, { end: kept.length < text.length ? "cut" : (end ?? "complete") }];
}

async function* eventsOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const events = readEvents();
  const decoder = new TextDecoder();
  try {
    for await (const part of bytes) yield* events.push(decoder.decode(part, { stream: true }));
    yield* events.push(decoder.decode());
    yield* events.end();
  } catch (error) {
    if (!(error instanceof EventTooLargeError)) throw error;
    throw new DomainError("ERR_AI_UNREACHABLE", { reason: "too large" });
  }
}

type Chunk = { text: string; end: AiEnd | null };

function readChunk(data: string): Chunk {
  const chunk = parse(data);
  const error = field(chunk, "error");
  if (error !== undefined && error !== null) {
    const isBusy = [field(error, "code"), field(error, "type")].some((word) =>
      /429|rate_?limit|overload/i.test(String(word)),
    );
    throw new DomainError(isBusy ? "ERR_AI_BUSY" : "ERR_AI_UNREACHABLE", { reason: "error in the answer" });
  }
  const choices = field(chunk, "choices");
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
  const content = textOf(field(field(choice, "delta"), "content") ?? field(field(choice, "message"), "content"));
  const reason = field(choice, "finish_reason");
  const end = typeof reason !== "string" || reason === "" ? null : reason === "length" ? "cut" : "complete";
  return { text: content, end };
}

/** Some servers send the content as a list of parts. */
function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .map((part) => field(part, "text"))
    .filter((text) => typeof text === "string")
    .join("");
}

function parse(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new DomainError("ERR_AI_UNREACHABLE", { reason: "invalid" });
  }
}

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

/** Cuts between characters, never inside a surrogate pair. */
function cutAt(text: string, most: number): string {
  if (text.length <= most) return text;
  const isHigh = /[\ud800-\udbff]/.test(text[most - 1] ?? "");
  return text.slice(0, Math.max(0, isHigh ? most - 1 : most));
}
