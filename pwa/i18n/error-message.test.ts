import { expect, test } from "vitest";
import { errorCodes } from "../../sync/contracts/errors.ts";
import { errorMessage } from "./error-message.ts";
import { overwriteGetLocale } from "./paraglide/runtime.js";

overwriteGetLocale(() => "pt");

test("every code has a sentence of its own, never the code itself", () => {
  for (const code of errorCodes) {
    expect(errorMessage(code)).not.toContain("ERR_");
    expect(errorMessage(code).length).toBeGreaterThan(8);
  }
});

test("an unknown code reads as a general error", () => {
  expect(errorMessage("ERR_FROM_THE_FUTURE")).toBe("Ocorreu um erro!");
  expect(errorMessage(undefined)).toBe("Ocorreu um erro!");
});

test("a sentence the server wrote is shown as it came", () => {
  expect(errorMessage("Ops! Sua assinatura venceu 01/11/2026.")).toBe("Ops! Sua assinatura venceu 01/11/2026.");
});
