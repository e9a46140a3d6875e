import { expect, test } from "vitest";
import { writePermission } from "./write-permission.ts";

const ana = { id: "ana", profile: "user" } as const;
const marina = { id: "marina", profile: "admin" } as const;

test("the assignee writes", () => {
  expect(writePermission(ana, { status: "open", userId: "ana" })).toEqual({ may: true, accepts: false });
});

test("a colleague reads only, an admin writes anywhere", () => {
  expect(writePermission(ana, { status: "open", userId: "bia" })).toEqual({ may: false, why: "notYours" });
  expect(writePermission(marina, { status: "open", userId: "bia" })).toEqual({ may: true, accepts: false });
});

test("answering a waiting ticket accepts it", () => {
  expect(writePermission(ana, { status: "pending", userId: null })).toEqual({ may: true, accepts: true });
});

test("a closed ticket takes no message, not even from an admin", () => {
  expect(writePermission(marina, { status: "closed", userId: "marina" })).toEqual({ may: false, why: "closed" });
});
