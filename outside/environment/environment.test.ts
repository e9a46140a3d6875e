import { describe, expect, test } from "vitest";
import { isLoopback, readSecretKey, readSecretKeys, readSwitch, refusePublicSandbox } from "./index.ts";

describe("a switch", () => {
  test.each(["1", "true", "on", "yes", "TRUE", " On "])("is on: %s", (value) => {
    expect(readSwitch("SANDBOX", value)).toBe(true);
  });
  test.each(["0", "false", "off", "no", "FALSE", "No", ""])("is off, also where it is on by default: %s", (value) => {
    expect(readSwitch("SANDBOX", value, true)).toBe(false);
  });
  test("has its default when it is unset", () => {
    expect([readSwitch("SANDBOX", undefined), readSwitch("SANDBOX", undefined, true)]).toEqual([false, true]);
  });
  test.each(["2", "nein", "disabled", "-1", "o"])("is refused for any other value: %s", (value) => {
    expect(() => readSwitch("SANDBOX", value, true)).toThrow(`SANDBOX is "${value}"`);
  });
});

describe("SECRET_KEY", () => {
  test.each([
    ["one character", "a"],
    ["31 characters", "abcdefghijklmnopqrstuvwxyz01234"],
    ["many of the same character", "a".repeat(64)],
    ["nine different characters", "abcdefghi".repeat(8)],
  ])("is refused: %s", (_what, key) => {
    expect(() => readSecretKey(key)).toThrow(/^SECRET_KEY can be guessed/);
  });
  test("is refused when missing or empty", () => {
    expect(() => readSecretKey(undefined)).toThrow(/^SECRET_KEY is missing/);
    expect(() => readSecretKey("")).toThrow(/^SECRET_KEY is missing/);
  });
  test("is accepted with 32 characters, ten of them different", () => {
    const key = "abcdefghij".repeat(4).slice(0, 32);
    expect(readSecretKey(key)).toBe(key);
  });
});

describe("SECRET_KEY_ALSO", () => {
  const [one, other] = ["abcdefghij0123456789abcdefghij01", "zyxwvutsrq9876543210zyxwvutsrq98"];
  test("is the second key, and none when it is not set", () => {
    expect(readSecretKeys({ SECRET_KEY: one, SECRET_KEY_ALSO: other })).toEqual([one, other]);
    expect(readSecretKeys({ SECRET_KEY: one })).toEqual([one]);
    expect(readSecretKeys({ SECRET_KEY: one, SECRET_KEY_ALSO: "" })).toEqual([one]);
  });
  test("is refused when it can be guessed, or is SECRET_KEY itself", () => {
    expect(() => readSecretKeys({ SECRET_KEY: one, SECRET_KEY_ALSO: "short" })).toThrow(
      /^SECRET_KEY_ALSO can be guessed/,
    );
    expect(() => readSecretKeys({ SECRET_KEY: one, SECRET_KEY_ALSO: one })).toThrow(/^SECRET_KEY_ALSO is the same/);
    expect(() => readSecretKeys({ SECRET_KEY_ALSO: other })).toThrow(/^SECRET_KEY is missing/);
  });
});

test.each(["127.0.0.1", "127.8.9.1", "localhost", "::1", "[::1]"])("isLoopback is true for %s", (host) => {
  expect(isLoopback(host)).toBe(true);
  expect(() => refusePublicSandbox({ host, isOn: true, mayBePublic: false })).not.toThrow();
});

test.each(["0.0.0.0", "::", "", "192.168.0.4", "127.0.0.1.example.com", "desk.example"])(
  "the sandbox is not exposed at %j without permission",
  (host) => {
    expect(isLoopback(host)).toBe(false);
    expect(() => refusePublicSandbox({ host, isOn: true, mayBePublic: false })).toThrow("SANDBOX_PUBLIC=1");
    expect(() => refusePublicSandbox({ host, isOn: true, mayBePublic: true })).not.toThrow();
    expect(() => refusePublicSandbox({ host, isOn: false, mayBePublic: false })).not.toThrow();
  },
);
