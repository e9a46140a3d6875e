import { expect, test } from "vitest";
import { describeError } from "./describe-error.ts";

test("an error that a library copied into a plain object keeps its message and code", () => {
  const error = Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:1"), { code: "ECONNREFUSED" });
  const copied = { ...error, message: error.message, stack: error.stack, queue: "media.fetch" };
  expect(describeError(copied)).toMatchObject({ message: error.message, code: "ECONNREFUSED" });
});

test("an AggregateError without a message reports its first attempt's error", () => {
  const attempts = ["::1", "127.0.0.1"].map((host) => new Error(`connect ECONNREFUSED ${host}:1`));
  const error = Object.assign(new AggregateError(attempts), { code: "ECONNREFUSED" });
  expect(describeError(error)).toMatchObject({
    name: "AggregateError",
    code: "ECONNREFUSED",
    cause: { message: "connect ECONNREFUSED ::1:1" },
  });
});

test("query parameters and refused values are not logged", () => {
  const refused = Object.assign(new Error('invalid input syntax for type uuid: "Maria"'), { code: "22P02" });
  const error = new Error("Failed query: select $1 params: Maria", { cause: refused });
  expect(JSON.stringify(describeError(error))).not.toContain("Maria");
});
