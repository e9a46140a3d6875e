import * as v from "valibot";
import { AiServerState, AiState, MAX_ANSWER_CHARACTERS } from "../../contracts/office/ai-text.ts";

export const AiTextAnswer = v.object({
  answer: v.pipe(v.string(), v.maxLength(MAX_ANSWER_CHARACTERS), v.description("A longer text is cut")),
});

const host = v.pipe(v.string(), v.description("The host that receives the texts, with its port if it has one"));

export const AiStateAnswer = v.object({
  state: v.pipe(AiState.entries.state, v.description("`unset`: there is no server; `off`: the setting is off")),
  host: v.nullable(host),
});

const { own, platform } = AiServerState.entries;

export const AiServerAnswer = v.object({
  own: v.pipe(own, v.description("The company's own server; null: none")),
  platform: v.pipe(
    v.nullable(v.object({ ...platform.wrapped.entries, host })),
    v.description("The server that is used without an own one; null: none"),
  ),
});
