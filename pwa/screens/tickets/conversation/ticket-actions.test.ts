import { expect, test } from "vitest";
import { ticketActions } from "./ticket-actions.ts";

const ana = { id: "ana", profile: "user" } as const;
const offered = (
  status: "open" | "pending" | "closed",
  userId: string | null,
  user: Parameters<typeof ticketActions>[0],
) =>
  Object.entries(ticketActions(user, { status, userId }))
    .filter(([, may]) => may)
    .map(([name]) => name);

test("each state offers its own ways on", () => {
  expect(offered("pending", null, ana)).toEqual(["accept", "transfer", "close"]);
  expect(offered("open", "ana", ana)).toEqual(["return", "transfer", "close"]);
  expect(offered("closed", null, ana)).toEqual(["reopen"]);
});

test("a colleague's ticket offers nothing, except to an admin", () => {
  expect(offered("open", "bia", ana)).toEqual([]);
  expect(offered("open", "bia", { id: "marina", profile: "admin" })).toEqual(["return", "transfer", "close", "delete"]);
});
