import { expect, test } from "vitest";
import { ticketActions } from "./ticket-actions.ts";

const ana = { profile: "user" } as const;
const offered = (ticket: Parameters<typeof ticketActions>[1], user: Parameters<typeof ticketActions>[0] = ana) =>
  Object.entries(ticketActions(user, ticket))
    .filter(([, may]) => may)
    .map(([name]) => name);
const mine = { canAnswer: true, canReopen: false };

test("ticketActions: offers the actions of each status", () => {
  expect(offered({ status: "pending", ...mine })).toEqual(["accept", "transfer", "close", "tag"]);
  expect(offered({ status: "open", ...mine })).toEqual(["return", "transfer", "close", "tag"]);
  expect(offered({ status: "closed", canAnswer: true, canReopen: true })).toEqual(["reopen", "tag"]);
});

test("ticketActions: offers nothing to a user who may not answer, except reopening where allowed", () => {
  expect(offered({ status: "open", canAnswer: false, canReopen: false })).toEqual([]);
  expect(offered({ status: "closed", canAnswer: false, canReopen: false })).toEqual([]);
  expect(offered({ status: "closed", canAnswer: false, canReopen: true })).toEqual(["reopen"]);
});

test("ticketActions: offers deletion only to an admin", () => {
  expect(offered({ status: "open", ...mine }, { profile: "admin" })).toContain("delete");
  expect(offered({ status: "open", ...mine }, { profile: "supervisor" as "user" })).not.toContain("delete");
});
