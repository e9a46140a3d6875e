import * as v from "valibot";
import { aiPurposes } from "./ai-purposes.ts";

/** Characters of one message, and of all messages of a request. */
export const MAX_PROMPT_CHARACTERS = 12_000;
export const MAX_REQUEST_CHARACTERS = 24_000;
/** An answer is cut here. */
export const MAX_ANSWER_CHARACTERS = 20_000;

/** The body of `POST /openai`. */
export const AiPrompt = v.object({
  prompt: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(MAX_PROMPT_CHARACTERS)),
});

const AiMessage = v.object({
  role: v.picklist(["user", "assistant"]),
  text: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(MAX_ANSWER_CHARACTERS)),
});
export type AiMessage = v.InferOutput<typeof AiMessage>;

/** A request for an answer: the messages so far, the last one from the user. */
export const AiRequest = v.object({
  purpose: v.picklist(aiPurposes),
  language: v.picklist(["pt", "en", "es"]),
  messages: v.pipe(
    v.array(AiMessage),
    v.minLength(1),
    v.maxLength(40),
    v.check((messages) => messages.at(-1)?.role === "user", "last"),
    v.check((messages) => messages.reduce((sum, { text }) => sum + text.length, 0) <= MAX_REQUEST_CHARACTERS, "length"),
  ),
});
export type AiRequest = v.InferOutput<typeof AiRequest>;

/** Why an answer ended: the model finished, or the answer reached a limit. */
export const AiEnd = v.picklist(["complete", "cut"]);
export type AiEnd = v.InferOutput<typeof AiEnd>;

/** The events of an answer, as data of server-sent events. */
export const AiEvent = v.union([
  v.object({ text: v.string() }),
  v.object({ end: AiEnd }),
  v.object({ error: v.string(), details: v.optional(v.record(v.string(), v.unknown())) }),
]);
export type AiEvent = v.InferOutput<typeof AiEvent>;

/** Whether texts can be generated, for every user. `host`: the server that receives them. */
export const AiState = v.object({
  state: v.picklist(["on", "off", "unset"]),
  host: v.nullable(v.string()),
});
export type AiState = v.InferOutput<typeof AiState>;

/** A company's own server. Without `key` the stored one stays, as long as the server's origin is the same. */
export const AiServerChange = v.object({
  url: v.pipe(v.string(), v.trim(), v.maxLength(500), v.url(), v.regex(/^https?:\/\//)),
  model: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200)),
  key: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(500), v.regex(/^[\x21-\x7e]*$/))),
});
export type AiServerChange = v.InferOutput<typeof AiServerChange>;

/** For admins; a key is never returned. `platform`: the server used without an own one. */
export const AiServerState = v.object({
  own: v.nullable(v.object({ url: v.string(), model: v.string(), hasKey: v.boolean() })),
  platform: v.nullable(v.object({ host: v.string(), model: v.string() })),
});
export type AiServerState = v.InferOutput<typeof AiServerState>;
