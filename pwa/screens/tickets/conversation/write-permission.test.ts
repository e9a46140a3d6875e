import { expect, test } from "vitest";
import { writePermission } from "./write-permission.ts";

test("whoever may answer writes, and answering a waiting ticket accepts it", () => {
  expect(writePermission({ status: "open", canAnswer: true })).toEqual({ may: true, accepts: false });
  expect(writePermission({ status: "pending", canAnswer: true })).toEqual({ may: true, accepts: true });
});

test("a colleague's ticket is read only", () => {
  expect(writePermission({ status: "open", canAnswer: false })).toEqual({ may: false, why: "notYours" });
});

test("a closed ticket takes no message, not even from an admin", () => {
  expect(writePermission({ status: "closed", canAnswer: true })).toEqual({ may: false, why: "closed" });
});
