import { expect, test } from "vitest";
import { errorCodes, isErrorCode } from "./errors.ts";

test("each error code is listed once and recognised", () => {
  expect(new Set(errorCodes).size).toBe(errorCodes.length);
  expect(errorCodes.filter((code) => !isErrorCode(code))).toEqual([]);
});

test.each(["", "err_not_found", "ERR_NOT_FOUND ", "toString", "constructor", null, undefined, 7, ["ERR_NOT_FOUND"]])(
  "%j is no error code",
  (value) => {
    expect(isErrorCode(value)).toBe(false);
  },
);
