import { Dexie } from "dexie";
import { expect, test } from "vitest";
import { isQuotaExceeded, isStorageFailure } from "./storage-failure.ts";

const browserError = (name: string) => new DOMException("", name);
const ofRows = (...failures: unknown[]) =>
  new Dexie.BulkError("texts.bulkPut(): 1 of 2 operations failed", failures as Error[]);
const wrapped = (inner: unknown) => Object.assign(new Error("Transaction failed"), { inner });

test.each([
  ["the quota is used up", browserError("QuotaExceededError")],
  ["the disk is full or broken", browserError("UnknownError")],
  ["the transaction was aborted", browserError("AbortError")],
  ["the browser closes the connection", browserError("InvalidStateError")],
  ["the database was closed", new Dexie.DatabaseClosedError()],
  ["the database cannot be opened", new Dexie.OpenFailedError()],
  ["a private window has no IndexedDB", new Dexie.MissingAPIError()],
  ["Dexie wraps the browser's error", wrapped(browserError("QuotaExceededError"))],
  [
    "a write of many rows failed with one of them",
    ofRows(browserError("ConstraintError"), browserError("UnknownError")),
  ],
  ["RxDB's worker gives the error as text", new Error('could not requestRemote: {"name":"UnknownError"}')],
])("storage failure: %s", (_why, error) => {
  expect(isStorageFailure(error)).toBe(true);
});

test.each([
  ["an error of the program", new TypeError("undefined is not a function")],
  ["a key that exists", browserError("ConstraintError")],
  ["an error without a cause", wrapped(null)],
  ["a write of many rows failed because a key exists", ofRows(browserError("ConstraintError"))],
  ["no error", "QuotaExceededError"],
])("no storage failure: %s", (_why, error) => {
  expect(isStorageFailure(error)).toBe(false);
});

test("storage failure: only a refusal for the quota asks for room", () => {
  expect(isQuotaExceeded(wrapped(browserError("QuotaExceededError")))).toBe(true);
  expect(isQuotaExceeded(ofRows(browserError("QuotaExceededError")))).toBe(true);
  expect(isQuotaExceeded(browserError("UnknownError"))).toBe(false);
});
