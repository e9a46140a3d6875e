import { describe, expect, test } from "vitest";
import { readConfig } from "./config.ts";

const production = {
  DATABASE_URL: "postgres://balcao_app@127.0.0.1/balcao",
  SECRET_KEY: "abcdefghijklmnopqrstuvwxyz0123456789",
  PUBLIC_URL: "https://desk.example/",
};
const read = (more: Record<string, string | undefined>) => readConfig({ ...production, ...more });

describe("the api's configuration", () => {
  test("refuses a guessable secret key, with and without the sandbox", () => {
    expect(() => read({ SECRET_KEY: "a" })).toThrow(/^SECRET_KEY can be guessed/);
    expect(() => read({ SECRET_KEY: "a", SANDBOX: "1" })).toThrow(/^SECRET_KEY can be guessed/);
    expect(() => read({ SECRET_KEY: undefined })).toThrow(/^SECRET_KEY is missing/);
  });

  test("requires PUBLIC_URL outside the sandbox, so the Host header is never used", () => {
    for (const PUBLIC_URL of [undefined, "", "desk.example", "ftp://desk.example", "javascript:alert(1)"])
      expect(() => read({ PUBLIC_URL })).toThrow(/^PUBLIC_URL is missing or wrong/);
    expect(read({}).publicUrl).toBe("https://desk.example");
    expect(read({ PUBLIC_URL: undefined, SANDBOX: "1" }).publicUrl).toBe("");
  });

  test.each(["false", "no", "off", "0", "FALSE", ""])("does not serve /sandbox with SANDBOX=%s", (SANDBOX) => {
    const config = read({ SANDBOX, SANDBOX_URL: "http://127.0.0.1:1", HOST: "0.0.0.0" });
    expect(config).toMatchObject({ hasSandbox: false, sandboxUrl: "" });
  });

  test("does not expose the sandbox to the network by mistake", () => {
    expect(() => read({ SANDBOX: "1", HOST: "0.0.0.0" })).toThrow("SANDBOX_PUBLIC=1");
    expect(() => read({ SANDBOX: "1", HOST: "" })).toThrow("SANDBOX_PUBLIC=1");
    expect(read({ SANDBOX: "1", HOST: "0.0.0.0", SANDBOX_PUBLIC: "1" }).hasSandbox).toBe(true);
    expect(read({ SANDBOX: "yes" }).hasSandbox).toBe(true);
  });

  test("lets companies sign up in the sandbox, and elsewhere with ALLOW_SIGNUP=1", () => {
    expect([read({}).allowsSignUp, read({ ALLOW_SIGNUP: "1" }).allowsSignUp]).toEqual([false, true]);
    expect(read({ SANDBOX: "1" }).allowsSignUp).toBe(true);
    expect(read({ SANDBOX: "1", ALLOW_SIGNUP: "0" }).allowsSignUp).toBe(false);
  });

  test("reads the addresses of terms and privacy, and refuses one that a browser could run", () => {
    expect(read({}).termsUrl).toBe("");
    expect(read({ TERMS_URL: "https://desk.example/terms" }).termsUrl).toBe("https://desk.example/terms");
    expect(() => read({ PRIVACY_URL: "javascript:alert(1)" })).toThrow("PRIVACY_URL");
  });

  test.each(["SANDBOX", "TRUST_PROXY", "SANDBOX_PUBLIC", "PARENT_WATCH", "ALLOW_SIGNUP"])(
    "refuses a misspelt %s",
    (name) => {
      expect(() => read({ [name]: "ye" })).toThrow(`${name} is "ye"`);
    },
  );
});
