import { beforeEach, expect, test } from "vitest";
import { overwriteGetLocale } from "../../../i18n/paraglide/runtime.js";
import { ApiError, NetworkError } from "../../../session/api-error.ts";
import { loginRefusal } from "./login-refusal.ts";

beforeEach(() => overwriteGetLocale(() => "pt"));

test("login refusal: a wrong e-mail or password gives the catalogue's sentence", () => {
  const refused = new ApiError(401, { error: "ERR_INVALID_CREDENTIALS" });
  expect(loginRefusal(refused, true)).toBe("Erro de autenticação. Por favor, tente novamente.");
});

test("login refusal: a company past its due date gives the date", () => {
  const refused = new ApiError(400, { error: "ERR_SUBSCRIPTION_EXPIRED", dueDate: "2026-11-01T12:00:00.000Z" });
  expect(loginRefusal(refused, true)).toBe(
    "Ops! Sua assinatura venceu 01/11/2026. Entre em contato com o Suporte para mais informações!",
  );
});

test("login refusal: too many attempts give the time to wait", () => {
  const refused = (seconds: number) => new ApiError(429, { error: "ERR_TOO_MANY_ATTEMPTS" }, seconds);
  expect(loginRefusal(refused(1), true)).toContain("1 segundo e");
  expect(loginRefusal(refused(42), true)).toContain("42 segundos");
  expect(loginRefusal(refused(610), true)).toContain("11 minutos");
});

test("login refusal: no response says whether the internet or the server is down", () => {
  const failure = new NetworkError(new TypeError("failed to fetch"));
  expect(loginRefusal(failure, false)).toContain("Sem internet");
  expect(loginRefusal(failure, true)).toContain("servidor");
});

test("login refusal: a programming error is rethrown", () => {
  expect(() => loginRefusal(new TypeError("undefined is not a function"), true)).toThrow(TypeError);
});
