import fc from "fast-check";
import { expect, test } from "vitest";
import { DomainError } from "../../contracts/domain-error.ts";
import { MAX_ANSWER_CHARACTERS } from "../../contracts/office/ai-text.ts";
import { sizeOf } from "../../contracts/testing/sizes.ts";
import { type AnswerPart, readAnswer, readWholeAnswer } from "./read-answer.ts";

const RUNS = sizeOf("FUZZ_AI_ANSWERS");
/** Few of the damaged streams end with a text. */
const ENOUGH_FOR_EACH_OUTCOME = 200;

const event = (chunk: unknown) => `data: ${JSON.stringify(chunk)}\n\n`;
const word = (content: unknown) => event({ choices: [{ index: 0, delta: { content }, finish_reason: null }] });
const finish = (reason: string) => event({ choices: [{ index: 0, delta: {}, finish_reason: reason }] });
const DONE = "data: [DONE]\n\n";

async function* bytesOf(text: string | Uint8Array, sizes: readonly number[] = [text.length || 1]) {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}
async function readAll(text: string | Uint8Array, sizes?: readonly number[]): Promise<AnswerPart[]> {
  const parts: AnswerPart[] = [];
  for await (const part of readAnswer(bytesOf(text, sizes))) parts.push(part);
  return parts;
}
const textOf = (parts: readonly AnswerPart[]) => parts.map((part) => ("text" in part ? part.text : "")).join("");

async function codeOf(text: string): Promise<string> {
  return readAll(text).then(
    () => "none",
    (error: DomainError) => error.code,
  );
}

test("reads LF, CRLF and CR, comments, several data lines, empty and unknown chunks", async () => {
  const stream = `\ufeff: hello\n\nevent: x\n${word("Olá")}id: 1\r\n${word(", ").replaceAll("\n", "\r\n")}data: {"choices":\ndata: [{"delta":{"content":"é"}}]}\n\n${event({ choices: [] })}${event({})}${event({ choices: [{ delta: { content: null } }] })}${word([{ text: "!" }, { text: 3 }]).replaceAll("\n", "\r")}${finish("stop")}${DONE}${word("never")}`;
  const parts = await readAll(stream);
  expect(textOf(parts)).toBe("Olá, é!");
  expect(parts.at(-1)).toEqual({ end: "complete" });
});

test("an answer that the model or our limit cut says so; a stream may end without [DONE] after its reason", async () => {
  expect((await readAll(word("a") + finish("length") + DONE)).at(-1)).toEqual({ end: "cut" });
  expect((await readAll(word("a") + finish("stop"))).at(-1)).toEqual({ end: "complete" });
  const parts = await readAll(word(`a${"😀".repeat(MAX_ANSWER_CHARACTERS)}`) + word("b") + DONE);
  expect(textOf(parts)).toHaveLength(MAX_ANSWER_CHARACTERS - 1);
  expect(textOf(parts).isWellFormed()).toBe(true);
  expect(parts.at(-1)).toEqual({ end: "cut" });
});

test("a stream that ends early, holds an error, is no JSON or never ends a line is refused", async () => {
  expect(await codeOf(word("a"))).toBe("ERR_AI_UNREACHABLE");
  expect(await codeOf("")).toBe("ERR_AI_UNREACHABLE");
  expect(await codeOf(event({ error: { message: "x" } }))).toBe("ERR_AI_UNREACHABLE");
  expect(await codeOf(event({ error: { code: "rate_limit_exceeded" } }))).toBe("ERR_AI_BUSY");
  expect(await codeOf("data: {oops\n\n")).toBe("ERR_AI_UNREACHABLE");
  expect(await codeOf("data: ".concat("x".repeat(300_000)))).toBe("ERR_AI_UNREACHABLE");
  expect(await codeOf(`data: ${"x".repeat(1_000)}\n`.repeat(300))).toBe("ERR_AI_UNREACHABLE");
});

test("a whole answer without a text is refused", () => {
  for (const json of ["{}", "[]", "null", '{"choices":[{"message":{}}]}', "<html>"])
    expect(() => readWholeAnswer(json)).toThrow(DomainError);
  expect(readWholeAnswer('{"choices":[{"message":{"content":"Oi"},"finish_reason":"length"}]}')).toEqual([
    { text: "Oi" },
    { end: "cut" },
  ]);
});

test("fuzz: a valid stream reads the same however it is split", async () => {
  const content = fc.string({ unit: "binary", maxLength: 30 }).map((text) => text.toWellFormed());
  const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 });
  const end = fc.constantFrom("\n", "\r\n", "\r");
  await fc.assert(
    fc.asyncProperty(fc.array(content), sizes, end, async (words, split, lineEnd) => {
      const stream = (words.map(word).join("") + finish("stop") + DONE).replaceAll("\n", lineEnd);
      expect(textOf(await readAll(stream, split))).toBe(words.join(""));
    }),
    { numRuns: RUNS },
  );
});

test("fuzz: damaged streams and noise end with a text within the limit or with one of our codes", async () => {
  const codes = new Set(["ERR_AI_UNREACHABLE", "ERR_AI_BUSY"]);
  const chunk = fc.oneof(
    fc.string().map(word),
    fc.jsonValue().map(event),
    fc
      .record({
        choices: fc.oneof(
          fc.jsonValue(),
          fc.array(fc.record({ delta: fc.jsonValue(), finish_reason: fc.jsonValue() })),
        ),
      })
      .map(event),
    fc.record({ error: fc.jsonValue() }).map(event),
    fc.constantFrom(
      DONE,
      ": beat\n\n",
      "\r",
      "\n",
      "data",
      "data:\n\n",
      "retry: x\n\n",
      "\ufeff",
      finish("stop"),
      finish("length"),
    ),
    fc.string({ unit: "binary" }),
  );
  const damage = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 4 });
  const outcomes = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(
      fc.array(chunk, { maxLength: 12 }),
      damage,
      fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1 }),
      async (chunks, damages, split) => {
        const bytes = new TextEncoder().encode(chunks.join(""));
        for (const [at, byte] of damages) if (bytes.length > 0) bytes[at % bytes.length] = byte;
        const outcome = await readAll(bytes, split).then(
          (parts) => {
            expect(textOf(parts).length).toBeLessThanOrEqual(MAX_ANSWER_CHARACTERS);
            expect(parts.filter((part) => "end" in part)).toHaveLength(1);
            expect(parts.at(-1)).toHaveProperty("end");
            return "read";
          },
          (error: unknown) => {
            if (!(error instanceof DomainError) || !codes.has(error.code)) throw error;
            return error.code;
          },
        );
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      },
    ),
    { numRuns: Math.max(RUNS, ENOUGH_FOR_EACH_OUTCOME) },
  );
  expect([...outcomes.keys()].sort()).toEqual(expect.arrayContaining(["ERR_AI_UNREACHABLE", "read"]));
});
