import { expect, test } from "vitest";
import { errorCodes } from "../../../contracts/errors.ts";
import { languages } from "../../../contracts/languages.ts";
import { errorSentence } from "./error-sentences.ts";

test.each(languages)("every code has a sentence in %s, with its values", (language) => {
  for (const code of errorCodes) {
    const sentence = errorSentence(code, language, { limit: 7, retryAfterSeconds: 61 });
    expect(sentence, code).toMatch(/\s/);
    expect(sentence, code).not.toMatch(/[{}]|ERR_|undefined/);
  }
  expect(errorSentence("ERR_PLAN_LIMIT_USERS", language, { limit: 7 })).toContain("7");
  expect(errorSentence("ERR_AI_LIMIT", language, { retryAfterSeconds: 61 })).toContain("2");
});
