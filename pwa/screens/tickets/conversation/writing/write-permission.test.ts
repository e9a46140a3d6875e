import { expect, test } from "vitest";
import { writePermission } from "./write-permission.ts";

test("writePermission: a user who may answer may write, and a reply to a pending ticket accepts it", () => {
  expect(writePermission({ status: "open", canAnswer: true })).toEqual({ may: true, accepts: false });
  expect(writePermission({ status: "pending", canAnswer: true })).toEqual({ may: true, accepts: true });
});

test("writePermission: a colleague's ticket is read-only", () => {
  expect(writePermission({ status: "open", canAnswer: false })).toEqual({ may: false, why: "notYours" });
});

test("writePermission: a closed ticket accepts no message, even if the user may answer", () => {
  expect(writePermission({ status: "closed", canAnswer: true })).toEqual({ may: false, why: "closed" });
});
