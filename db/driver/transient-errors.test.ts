import { expect, test } from "vitest";
import { isTransientDbError, nodeAwayIn } from "./transient-errors.ts";

const coded = (code: string) => Object.assign(new Error("failed"), { code });

test.each([
  ["the server ends the session", coded("57P01")],
  ["two transactions met", coded("40P01")],
  ["a lock was not free in time", coded("55P03")],
  ["nobody listens there", coded("ECONNREFUSED")],
  ["the line went", new Error("Connection terminated unexpectedly")],
  ["the pool had none in time", new Error("timeout exceeded when trying to connect")],
  ["any of these, as a query builder wraps it", new Error("Failed query", { cause: coded("57P03") })],
])("%s: counts as a transient error", (_what, error) => {
  expect(isTransientDbError(error)).toBe(true);
});

test.each([
  ["a refusal", coded("ERR_NO_PERMISSION")],
  ["a broken rule of the database", new Error("Failed query", { cause: coded("23505") })],
  ["a mistake of ours", new TypeError("x is undefined")],
  ["a wrong argument", coded("ERR_INVALID_ARG_TYPE")],
])("%s: counts as a permanent error", (_what, error) => {
  expect(isTransientDbError(error)).toBe(false);
});

test.each([
  [
    "connection to the remote node balcao_app@10.0.0.7:5432 failed with the following error: Connection refused",
    "10.0.0.7:5432",
  ],
  ["failure on connection marked as essential: 10.0.0.7:5432", "10.0.0.7:5432"],
  ["the connection failed: 10.0.0.7:5432", null],
])("%s: the node away is %s", (message, node) => {
  expect(nodeAwayIn(new Error("Failed query", { cause: new Error(message) }))).toBe(node);
});
