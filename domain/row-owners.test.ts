import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { schema } from "../db/index.ts";

/** Folders that are one owner, although the order of the folders needs two (`docs/decisions/0045`). */
const partOf: Record<string, string> = {
  "contact-merges": "contacts",
  "file-rows": "files",
  outbox: "messages",
  platform: "companies",
};

/** Deletes what a person left in every table (`docs/decisions/0088`), and writes nothing else. */
const ERASURE = "erasure";

const merge = "a merge moves the rows of a contact; it runs in `contacts`, which may not use this owner";

/** Tables that more than one owner writes, and why. Every other table is written by one owner. */
const shared: Record<string, { owners: string[]; why: string }> = {
  campaignRecipients: {
    owners: ["campaign-answers", "campaigns", "consent", "contacts"],
    why: `${merge}; an answer is stored with its message, and an opt-out ends the person's recipients, in a transaction of the desk, which is below \`campaigns\``,
  },
  drafts: { owners: ["contacts", "drafts"], why: merge },
  messages: {
    owners: ["contacts", "messages", "queues", "ticket-rows"],
    why: `${merge}; a queue that is deleted is cleared in its messages, and may not either; an answer to a question of the desk is marked with the row of its ticket`,
  },
  numberChecks: {
    owners: ["contact-lists", "contacts"],
    why: "a typed number becomes due in the transaction of its contact; `contact-lists` uses `contacts`",
  },
  schedules: { owners: ["contacts", "schedules"], why: merge },
  ticketBots: { owners: ["contacts", "tickets"], why: merge },
  ticketNotes: {
    owners: ["notes", "tickets"],
    why: "the note of a transfer is written and taken back in the transaction of the transfer; `notes` uses `tickets`",
  },
  ticketTags: { owners: ["contacts", "tags"], why: merge },
};

const write = /(?:\.(?:update|insert|delete)\(\s*|(?:\bupdate|insert into|delete from) \$\{)(?:schema\.)?(\w+)[)}]/g;

test("domain: each table is written by one owner, except the listed ones", () => {
  const writers = new Map<string, Set<string>>();
  for (const file of globSync("domain/*/*/**/*.ts", { exclude: ["**/*.test.ts", "**/testing/**"] })) {
    const folder = file.split("/")[2] ?? "";
    if (folder === ERASURE) continue;
    const owner = partOf[folder] ?? folder;
    for (const [, table = ""] of readFileSync(file, "utf8").matchAll(write))
      if (table in schema) writers.set(table, (writers.get(table) ?? new Set()).add(owner));
  }
  expect(writers.size).toBeGreaterThan(40);
  const several = [...writers]
    .filter(([, owners]) => owners.size > 1)
    .map(([table, owners]) => [table, [...owners].sort()]);
  const listed = Object.entries(shared).map(([table, { owners }]) => [table, owners]);
  expect(Object.fromEntries(several)).toEqual(Object.fromEntries(listed));
});
