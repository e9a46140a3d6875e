import * as v from "valibot";
import { expect, test } from "vitest";
import {
  MAX_REOPEN_MINUTES,
  SecretValue,
  secretSettingRules,
  settingDefaults,
  settingValues,
  TIME_ZONE_KEY,
  TimeZone,
} from "./settings.ts";

test("each setting's default is one of its values", () => {
  expect(Object.keys(settingDefaults)).toEqual(Object.keys(settingValues));
  for (const [key, schema] of Object.entries(settingValues)) {
    const value = settingDefaults[key as keyof typeof settingDefaults];
    expect([key, value, v.is(schema, value)]).toEqual([key, value, true]);
  }
});

test("no secret key is a setting that every agent reads", () => {
  const readable = [...Object.keys(settingValues), TIME_ZONE_KEY];
  expect(Object.keys(secretSettingRules).filter((key) => readable.includes(key))).toEqual([]);
});

test.each([
  ["0", true],
  ["0120", true],
  [String(MAX_REOPEN_MINUTES), true],
  [String(MAX_REOPEN_MINUTES + 1), false],
  ["1234567", false],
  ["-1", false],
  ["1e3", false],
  ["", false],
  [" 5", false],
])("reopenWindowMinutes: %j is valid: %s", (value, isValid) => {
  expect(v.is(settingValues.reopenWindowMinutes, value)).toBe(isValid);
});

test.each([
  ["America/Sao_Paulo", true],
  ["UTC", true],
  ["+03:00", false],
  ["-03:00", false],
  ["America/Lourdes", false],
  ["", false],
  [`America/${"x".repeat(60)}`, false],
])("TimeZone: %j is valid: %s", (name, isValid) => {
  expect(v.is(TimeZone, name)).toBe(isValid);
});

test("a secret value is trimmed and has at most 1000 characters", () => {
  expect(v.parse(SecretValue, ` ${"x".repeat(1_000)} `)).toHaveLength(1_000);
  expect(v.is(SecretValue, "x".repeat(1_001))).toBe(false);
});
