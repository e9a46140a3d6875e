import { expect, test } from "vitest";
import { overwriteGetLocale } from "./paraglide/runtime.js";
import { zoneName } from "./zone-name.ts";

test.each([
  ["pt", "America/Sao_Paulo", "horário de Brasília"],
  ["pt", "America/Manaus", "horário do Amazonas"],
  ["en", "America/Sao_Paulo", "Brasilia Standard Time"],
  ["es", "America/Sao_Paulo", "hora estándar de Brasilia"],
] as const)("zone name, %s: %s", (language, zone, name) => {
  overwriteGetLocale(() => language);
  expect(zoneName(zone)).toBe(name);
});
