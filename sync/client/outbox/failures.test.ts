import { expect, test } from "vitest";
import { batchFailure, uploadFailure } from "./failures.ts";

const refusal = (status: number, code = "ERR") => Object.assign(new Error(code), { status, code });
const lost = new TypeError("no response");

test.each([
  ["no response", lost, 3, { refusesCommand: false, isolates: false, rests: true }],
  ["a server error of one command", refusal(500), 1, { refusesCommand: false, isolates: false, rests: true }],
  ["a server error of a batch", refusal(503), 3, { refusesCommand: false, isolates: true, rests: true }],
  ["an invalid command", refusal(400), 1, { refusesCommand: true, isolates: true, rests: false }],
  ["an invalid batch", refusal(422), 3, { refusesCommand: false, isolates: true, rests: false }],
  ["a batch that is too large", refusal(413), 3, { refusesCommand: false, isolates: true, rests: false }],
  ["an ended session", refusal(401), 3, { refusesCommand: false, isolates: false, rests: true }],
  [
    "an unpaid company",
    refusal(422, "ERR_SUBSCRIPTION_EXPIRED"),
    1,
    { refusesCommand: false, isolates: false, rests: true },
  ],
])("batchFailure: %s", (_name, cause, size, expected) => {
  expect(batchFailure(cause, size)).toMatchObject(expected);
});

test("batchFailure: only a missing response is silent, only 401 means signed out", () => {
  const of = (cause: unknown) => {
    const { isSilent, isSignedOut } = batchFailure(cause, 1);
    return [isSilent, isSignedOut];
  };
  expect([lost, refusal(401), refusal(500)].map(of)).toEqual([
    [true, false],
    [false, true],
    [false, false],
  ]);
});

test.each([
  [lost, false],
  [refusal(500), false],
  [refusal(401), false],
  [refusal(409), false],
  [refusal(429), false],
  [refusal(402, "ERR_SUBSCRIPTION_EXPIRED"), false],
  [refusal(402), true],
  [refusal(404, "ERR_NO_FILE_FOUND"), true],
  [refusal(413), true],
])("uploadFailure: %s is final: %s", (cause, isFinal) => {
  expect(uploadFailure(cause).isFinal).toBe(isFinal);
});

test("uploadFailure: keeps the code and details of a refusal, and has none without a response", () => {
  const cause = Object.assign(refusal(507, "ERR_NO_SPACE"), { details: { freeBytes: 0 } });
  expect(uploadFailure(cause).error).toEqual({ code: "ERR_NO_SPACE", details: { freeBytes: 0 } });
  expect(uploadFailure(lost).error).toBeNull();
});
