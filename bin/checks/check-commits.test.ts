import { expect, test } from "vitest";
import { messageDefect, subjectDefect } from "./check-commits.ts";

test.each([
  ["tickets: Let only one agent accept a ticket.", undefined],
  ["sync/client, api: Pass the cursor on", undefined],
  ["bench: Seed the company once", undefined],
  ["docs: Bring the index up to date", undefined],
  [`sync: ${"A".padEnd(67, "a")}`, "has 73 characters; the limit is 72"],
  ["Let only one agent accept a ticket", "is not of the form `area: Imperative sentence`"],
  ["tickets: let only one agent accept a ticket", "is not of the form `area: Imperative sentence`"],
  ["Tickets: Let only one agent accept a ticket", "is not of the form `area: Imperative sentence`"],
  ["tickets,api: Let only one agent accept", "is not of the form `area: Imperative sentence`"],
  ["fixup! tickets: Let only one agent accept", "is a fixup that was not squashed"],
  ["tickets: Added a race test", 'begins with "Added", which is not an imperative'],
  ["tickets: Adding a race test", 'begins with "Adding", which is not an imperative'],
  ["tickets: Adds a race test", 'begins with "Adds", which is not an imperative'],
])("subject %j: %s", (subject, defect) => {
  expect(subjectDefect(subject)).toBe(defect);
});

test.each([
  ["tickets: Let only one agent accept a ticket\n\nTwo could.", undefined],
  ["# a comment\ntickets: Let only one agent accept a ticket", undefined],
  ["Merge branch 'main' into tickets", undefined],
  ["fixup! tickets: Let only one agent accept a ticket", undefined],
  ["Accept tickets", "is not of the form `area: Imperative sentence`"],
  ["", "is not of the form `area: Imperative sentence`"],
])("message %j: %s", (message, defect) => {
  expect(messageDefect(message)).toBe(defect);
});
