import { expect, test } from "vitest";
import { errorCodes } from "../../contracts/errors.ts";
import { errorMessage } from "./error-message.ts";
import { overwriteGetLocale } from "./paraglide/runtime.js";

overwriteGetLocale(() => "pt");

test("errorMessage: every code has its own sentence, never the code itself", () => {
  for (const code of errorCodes) {
    expect(errorMessage(code)).not.toContain("ERR_");
    expect(errorMessage(code).length).toBeGreaterThan(8);
  }
});

test("errorMessage: an unknown code gives a general error that names it", () => {
  expect(errorMessage("ERR_FROM_THE_FUTURE")).toBe("Ocorreu um erro! (ERR_FROM_THE_FUTURE)");
  expect(errorMessage("E".repeat(500))).toHaveLength("Ocorreu um erro! ()".length + 60);
  expect(errorMessage(undefined)).toBe("Ocorreu um erro!");
});

test("errorMessage: a sentence written by the server is returned unchanged", () => {
  expect(errorMessage("Ops! Sua assinatura venceu 01/11/2026.")).toBe("Ops! Sua assinatura venceu 01/11/2026.");
});
