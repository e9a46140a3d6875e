import { expect, test } from "vitest";
import { ticketActions } from "./ticket-actions.ts";

const ana = { profile: "user" } as const;
const offered = (ticket: Parameters<typeof ticketActions>[1], user: Parameters<typeof ticketActions>[0] = ana) =>
  Object.entries(ticketActions(user, ticket))
    .filter(([, may]) => may)
    .map(([name]) => name);
const mine = { canAnswer: true, canReopen: false };

test("each state offers its own ways on", () => {
  expect(offered({ status: "pending", ...mine })).toEqual(["accept", "transfer", "close", "tag"]);
  expect(offered({ status: "open", ...mine })).toEqual(["return", "transfer", "close", "tag"]);
  expect(offered({ status: "closed", canAnswer: true, canReopen: true })).toEqual(["reopen", "tag"]);
});

test("what is not one's own to answer offers nothing, and what is seen as history is not opened again", () => {
  expect(offered({ status: "open", canAnswer: false, canReopen: false })).toEqual([]);
  expect(offered({ status: "closed", canAnswer: false, canReopen: false })).toEqual([]);
  expect(offered({ status: "closed", canAnswer: false, canReopen: true })).toEqual(["reopen"]);
});

test("only an admin deletes", () => {
  expect(offered({ status: "open", ...mine }, { profile: "admin" })).toContain("delete");
  expect(offered({ status: "open", ...mine }, { profile: "supervisor" as "user" })).not.toContain("delete");
});
